from django.db import migrations


def keep(apps, schema_editor):
    """Keep what was printed for a whole table as a code without a camp."""
    alias = schema_editor.connection.alias
    tables = apps.get_model("scoring", "TableAccess").objects.using(alias).exclude(token_digest=None)
    code = apps.get_model("scoring", "CampCode")
    code.objects.using(alias).bulk_create(
        [
            code(access=one, camp="", token_digest=one.token_digest, code_digest=one.code_digest)
            for one in tables.iterator()
        ],
        ignore_conflicts=True,
    )


def give_back(apps, schema_editor):
    """Give it back to its table; a table that had none gets one that nothing opens."""
    alias = schema_editor.connection.alias
    codes = apps.get_model("scoring", "CampCode").objects.using(alias)
    for access in apps.get_model("scoring", "TableAccess").objects.using(alias):
        common = codes.filter(access=access, camp="").first()
        access.token_digest = common.token_digest if common else f"none {access.pk}"
        access.code_digest = common.code_digest if common else f"none {access.pk}"
        access.save(using=alias)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_a_code_for_each_camp")]

    operations = [migrations.RunPython(keep, give_back)]
