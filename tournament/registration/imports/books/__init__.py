"""Read the sheets of a workbook, one module for each kind of file; this runs in the limited child alone."""
