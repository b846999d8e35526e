from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the pure packages speak the further languages of the catalogue, and load every act of the journal."""
        from rules.sentences import translate_with
        from tournament.languages import from_catalogue
        from tournament.subjects import modules

        translate_with(from_catalogue)
        modules("tournament", "acts")
