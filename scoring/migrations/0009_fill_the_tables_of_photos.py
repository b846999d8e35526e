from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    alias = schema_editor.connection.alias
    photos, sheets = apps.get_model("scoring", "Photo"), apps.get_model("scoring", "ScoreSheet")
    table = sheets.objects.using(alias).filter(pk=OuterRef("sheet")).values("table")[:1]
    photos.objects.using(alias).filter(table=None).update(table=Subquery(table))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0008_photo_before_a_score")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
