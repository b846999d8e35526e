import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0015_prize_due_when_called")]

    operations = [
        migrations.AddField(
            model_name="renderedpage",
            name="asked_at",
            field=models.DateTimeField(
                default=django.utils.timezone.now, help_text="when somebody last looked, to about a minute"
            ),
        ),
    ]
