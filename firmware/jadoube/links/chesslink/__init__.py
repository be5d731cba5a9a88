"""The ChessLink protocol of Millennium's boards."""
