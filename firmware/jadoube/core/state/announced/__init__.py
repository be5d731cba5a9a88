"""What the board announces: notices on the faces, sounds, troubles."""
