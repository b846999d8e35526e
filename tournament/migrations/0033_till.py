"""0033_till: fees for players, reductions, what the till sells, and its lines."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0032_epochs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='team',
            name='reductions',
            field=models.JSONField(blank=True, default=list, help_text='of the fee, by their names, one a player at most'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='club_means',
            field=models.JSONField(default=list, help_text='means of payment that the club names'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='fee_per',
            field=models.CharField(default='team', help_text='whom the fee is of: team or player', max_length=8),
        ),
        migrations.AddField(
            model_name='tournament',
            name='reductions',
            field=models.JSONField(default=list, help_text='of the fee, one a line: “Jeune : 3 €”'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='sales',
            field=models.JSONField(default=list, help_text='what the till sells, one a line: “Repas 20 h : 12 €”'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='tills',
            field=models.JSONField(default=list, help_text='their names; empty: there is one'),
        ),
        migrations.AlterField(
            model_name='team',
            name='paid_by',
            field=models.CharField(blank=True, help_text="means of payment: a key or a name of the club's", max_length=30),
        ),
        migrations.AlterField(
            model_name='team',
            name='partner_paid_by',
            field=models.CharField(blank=True, help_text='the means of that', max_length=30),
        ),
        migrations.CreateModel(
            name='Movement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('receipt', models.PositiveIntegerField()),
                ('kind', models.CharField(help_text='a key of KINDS', max_length=10)),
                ('till', models.CharField(blank=True, help_text='a name of Tournament.tills; empty: the only one', max_length=30)),
                ('means', models.CharField(blank=True, help_text="a key of MEANS, DUE, or a name of the club's", max_length=30)),
                ('cents', models.IntegerField(help_text='less than 0: given out')),
                ('item', models.CharField(blank=True, help_text='what was sold', max_length=40)),
                ('served', models.CharField(blank=True, help_text='the hour at which the kitchen serves it', max_length=5)),
                ('quantity', models.IntegerField(default=0)),
                ('team', models.PositiveBigIntegerField(blank=True, help_text='the key of the team', null=True)),
                ('team_number', models.PositiveIntegerField(blank=True, help_text='its number then', null=True)),
                ('remark', models.CharField(blank=True, help_text='for whom or what; may hold a name', max_length=120)),
                ('counted', models.JSONField(blank=True, help_text='of a count: expected, counted, and its notes and coins', null=True)),
                ('corrects', models.PositiveIntegerField(blank=True, help_text='the number of the line it corrects', null=True)),
                ('at', models.DateTimeField()),
                ('key', models.CharField(blank=True, help_text='of the form: a second press is the same act', max_length=40)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='movements', to='tournament.tournament')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='movement_number_once'), models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('tournament', 'key'), name='movement_key_once_per_tournament'), models.UniqueConstraint(condition=models.Q(('corrects__isnull', False)), fields=('tournament', 'corrects'), name='movement_corrected_once'), models.CheckConstraint(condition=models.Q(('cents__gte', -100000000), ('cents__lte', 100000000)), name='movement_cents_in_range')],
            },
        ),
    ]
