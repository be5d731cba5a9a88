"""The panel: its levers and keys, the menu, and a time control that is set by hand."""
