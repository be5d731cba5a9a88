"""The protocol of letters as a module, as those of links are."""

from linked_programs import letters

begin = letters
