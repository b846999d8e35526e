"""Print addresses in WebKitGTK, each into a file: its driver has no such command.

Run by the Python of Debian, which has the bindings of GTK (python3-gi, gir1.2-webkit2-4.1):
`webkit_print.py COOKIES [ADDRESS FILE …]`: COOKIES is a file in Netscape's form. The paper stands upright, as in its dialog
before anything is chosen there: WebKitGTK does not read the orientation from the page.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402  the versions are chosen first


class Printing:
    """A window whose pages are printed on A4, one after the other, as the dialog of GTK does by itself."""

    def __init__(self, cookies: str, todo: list[tuple[str, str]]) -> None:
        self.todo = todo
        self.view = WebKit2.WebView()
        manager = self.view.get_website_data_manager().get_cookie_manager()
        manager.set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.TEXT)
        self.view.connect("load-changed", self.loaded)
        self.window = Gtk.Window()
        self.window.set_default_size(1280, 800)
        self.window.add(self.view)
        self.window.show_all()

    def next(self, *_done: object) -> None:
        """Open the next address; end after the last one."""
        if self.todo:
            self.view.load_uri(self.todo[0][0])
        else:
            Gtk.main_quit()

    def loaded(self, _view: object, event: object) -> None:
        """Print the page once it is whole."""
        if event == WebKit2.LoadEvent.FINISHED:
            GLib.idle_add(self.print)

    def print(self) -> None:
        """Print into the file of this address."""
        _address, file = self.todo.pop(0)
        settings = Gtk.PrintSettings()
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, f"file://{file}")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
        settings.set_printer("Print to File")
        setup = Gtk.PageSetup()
        setup.set_paper_size(Gtk.PaperSize.new("iso_a4"))
        self.operation = WebKit2.PrintOperation.new(self.view)
        self.operation.set_print_settings(settings)
        self.operation.set_page_setup(setup)
        self.operation.connect("finished", self.next)
        self.operation.print_()


if __name__ == "__main__":
    one = Printing(sys.argv[1], list(zip(sys.argv[2::2], sys.argv[3::2], strict=True)))
    one.next()
    Gtk.main()
