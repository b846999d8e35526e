from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0022_club_webhooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='keptevening',
            name='figures',
            field=models.PositiveSmallIntegerField(default=0, help_text='how it was computed: scoring.ranking.FIGURES'),
        ),
        migrations.AddField(
            model_name='standingssnapshot',
            name='figures',
            field=models.PositiveSmallIntegerField(default=0, help_text='how it was computed: scoring.ranking.FIGURES'),
        ),
    ]
