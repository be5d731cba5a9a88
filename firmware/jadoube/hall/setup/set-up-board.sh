#!/bin/sh
# Gives this board its place at the broker of a hall. Run on the board, in the folder that was copied there: sudo sh set-up
# Run again, or with another board's folder, it replaces what was there. ROOT is for a trial elsewhere.
set -eu

cd "$(dirname "$0")"
root=${ROOT-}
config=$root/etc/jadoube.toml
secrets=$root/var/lib/jadoube-online
no() { echo "set-up: $*" >&2; exit 2; }

[ -n "$root" ] || [ "$(id -u)" = 0 ] || no "this user may not write $config, expected root: sudo sh set-up"
[ -e "$config" ] || no "$config is missing, expected a board on which jadoube is installed"
[ -d "$secrets" ] || no "$secrets is missing, expected a board that has run once"

# The lines of [broker] that are set give way to those of this folder; comments and all else stay.
umask 077
awk '
    function put(line) { while ((getline line < "broker.toml") > 0) if (line !~ /^\[/) print line }
    /^\[/ { inside = /^\[broker\]/ }
    /^\[broker\]/ { print; put(); found = 1; next }
    inside && /^[ \t]*[a-z_]+[ \t]*=/ { next }
    { print }
    END { if (!found) { print "\n[broker]"; put() } }
' "$config" >"$config.hall"
if [ -z "$root" ]; then
    /usr/bin/jadoube check-config "$config.hall" || no "$config was not changed"
    owner="-o jadoube-online -g jadoube-online"
fi
# shellcheck disable=SC2086 # words, or none
install -m 600 ${owner-} password "$secrets/broker.password"
install -m 644 ca.crt "$secrets/hall-ca.crt"
cp -p "$config" "$config.before-hall"
cat "$config.hall" >"$config"
rm -f "$config.hall"
[ -n "$root" ] || systemctl restart jadoube-online
sed -n 's/^board = /this board is now /p' broker.toml
