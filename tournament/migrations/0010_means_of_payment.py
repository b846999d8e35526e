"""0010_means_of_payment: keep by what each team paid its fee."""

import tournament.registration.models
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0009_paired_devices"),
    ]

    operations = [
        migrations.AddField(
            model_name='team',
            name='paid_by',
            field=models.CharField(blank=True, choices=tournament.registration.models.means_choices, help_text='means of payment', max_length=8),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.CheckConstraint(condition=models.Q(('paid_by', ''), ('paid_cents__isnull', False), _connector='OR'), name='paid_by_some_means_when_paid'),
        ),
    ]
