"""Who is asked and answers later: the adjudicator, opponents, advisers."""
