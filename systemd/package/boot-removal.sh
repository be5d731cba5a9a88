# Takes out what jadoube-pi-settings has written: part of it, and of the script that runs at a purge, when it is gone.

begin='# jadoube: begin (jadoube-pi-settings writes these lines, and takes them out)'
end='# jadoube: end'

has_block() { grep -qs "^${begin}[[:space:]]*\$" "$1"; }

# config.txt without our lines. Where the end mark is missing nobody knows where they end: all of them stay.
without_block() {
    awk -v begin="$begin" -v end="$end" '
        { line = $0; sub(/[ \t\r]+$/, "", line) }
        line == begin { printf "%s", held; held = ""; inside = 1; next }
        inside && line == end { held = ""; inside = 0; next }
        inside { held = held $0 "\n"; next }
        { print }
        END { printf "%s", held }' "$1"
}

# Writes what comes in to a file, whole or not at all: beside it, then in its place.
replace() {
    if cp -p "$1" "$1.jadoube-new" && cat >"$1.jadoube-new" && sync "$1.jadoube-new" && mv -f "$1.jadoube-new" "$1"; then
        return
    fi
    rm -f "$1.jadoube-new"
    echo "jadoube: $1 cannot be written; it is as before" >&2
    return 1
}

# The argument is the folder that the system lies in, empty for this one.
remove_boot_settings() {
    rm -f "$1/etc/modules-load.d/jadoube-usb.conf"
    for each in "$1/boot/firmware/config.txt" "$1/boot/config.txt"; do
        if has_block "$each"; then
            without_block "$each" | replace "$each" || return 1
            echo "jadoube: $each is without the board's lines from the next start on" >&2
        fi
    done
}
