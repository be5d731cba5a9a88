"""The levers and panel keys, and what the keys do in the menu."""
