from django.db import migrations, models

PENDING = models.Q(joined=None, taken_version=0, team=None, withdrawn=False)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0040_qualification")]

    operations = [
        migrations.AddIndex(
            model_name="homeentry",
            index=models.Index(fields=["tournament", "arrival"], name="entries_in_order"),
        ),
        migrations.AddIndex(
            model_name="homeentry",
            index=models.Index(
                condition=PENDING, fields=["tournament", "arrival", "id", "player_2"], name="entries_pending"
            ),
        ),
    ]
