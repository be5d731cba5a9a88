"""Others than the two at the table: opponents from elsewhere, servers, advisers, programs on a link."""
