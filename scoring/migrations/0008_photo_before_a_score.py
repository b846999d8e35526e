import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_drop_the_codes_of_whole_tables"),
        ("tournament", "0011_removed_teams"),
    ]

    operations = [
        migrations.AddField(
            model_name="photo",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="photos", to="tournament.table"
            ),
        ),
        migrations.AlterField(
            model_name="photo",
            name="sheet",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="photos",
                to="scoring.scoresheet",
            ),
        ),
    ]
