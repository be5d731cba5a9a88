# Which Raspberry Pi this is: part of jadoube-pi-settings, and of the script that asks before the installation.

# The first argument of each function is the folder that the system lies in, empty for this one.
model_of() {
    tr -d '\0' 2>/dev/null <"$1/sys/firmware/devicetree/base/model" || true
}

config_txt() {
    for each in "$1/boot/firmware/config.txt" "$1/boot/config.txt"; do
        if [ -e "$each" ]; then
            echo "$each"
            return
        fi
    done
}

is_pi() {
    case $(model_of "$1") in "Raspberry Pi"*) [ -n "$(config_txt "$1")" ] ;; *) return 1 ;; esac
}

# Their USB can be a device: it is not behind a hub, or it is the socket of the supply.
can_be_usb_device() {
    case $(model_of "$1") in
        *"Pi Zero"* | *"Model A"*[Pp]"lus"* | *"Pi 4 Model B"* | *"Pi 5 Model B"*) ;;
        *) return 1 ;;
    esac
}
