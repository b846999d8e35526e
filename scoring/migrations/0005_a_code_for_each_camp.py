import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_reading_by_key")]

    operations = [
        migrations.CreateModel(
            name="CampCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("camp", models.CharField(blank=True, max_length=2)),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                ("code_digest", models.CharField(max_length=64, unique=True)),
                (
                    "access",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="codes", to="scoring.tableaccess"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("access", "camp"), name="one_code_a_camp")]},
        ),
        # So that going back has something to write where no code of the whole table was ever made.
        migrations.AlterField("tableaccess", "token_digest", models.CharField(max_length=64, null=True, unique=True)),
        migrations.AlterField("tableaccess", "code_digest", models.CharField(max_length=64, null=True, unique=True)),
    ]
