from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_keep_the_codes_of_whole_tables")]

    operations = [
        migrations.RemoveField("tableaccess", "token_digest"),
        migrations.RemoveField("tableaccess", "code_digest"),
    ]
