from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_journal_seals")]

    operations = [
        migrations.CreateModel(
            name="PairedDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("ends_at", models.DateTimeField()),
            ],
        ),
    ]
