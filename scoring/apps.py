from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load every act of the journal."""
        from tournament.subjects import modules

        modules("scoring", "acts")
