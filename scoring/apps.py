from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scoring.standings import CRITERIA
        from tournament import criteria

        for key, criterion in CRITERIA.items():
            criteria.CRITERIA[key] = criteria.Wording(criterion.label, criterion.sentence)
