from tournament.subjects import addresses

urlpatterns = addresses("scoring", "public", "sheets")
