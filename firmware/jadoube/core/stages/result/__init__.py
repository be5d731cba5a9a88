"""The result: how a game ends and the next begins, draws, adjudication, and a game that is reopened."""
