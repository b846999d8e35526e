"""The version that each build names, so that a host knows what he runs and pip replaces an older build."""

from packaging.version import Version

from deploy.version import version


def test_every_commit_is_later_than_the_release_before_it():
    assert Version(version()) >= Version("1.1.0")


def test_the_pages_for_a_host_name_it(client, db):
    assert client.get("/readyz").json()["version"] == version()
