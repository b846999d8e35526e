import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0009_fill_the_tables_of_photos")]

    operations = [
        migrations.AlterField(
            model_name="photo",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="photos", to="tournament.table"
            ),
        ),
        migrations.AddConstraint(
            model_name="photo",
            constraint=models.UniqueConstraint(
                condition=models.Q(("sheet", None)), fields=("table", "digest"), name="untyped_photo_once_per_table"
            ),
        ),
    ]
