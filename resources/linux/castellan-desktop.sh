#!/bin/sh
# Starts the packaged app on Linux. Chromium confines pages by user namespaces or by its setuid helper. Where it has
# neither, it ends without a word, so this says why. The app never runs unconfined: AppImages ask for that where they
# find no namespaces.
app=$(dirname "$(readlink -f "$0")")

for word; do
  shift
  [ "$word" = --no-sandbox ] || set -- "$@" "$word"
done

setting() { cat "/proc/sys/$1" 2>/dev/null; }

has_helper() { [ -u "$app/chrome-sandbox" ] && [ "$(stat -c %u "$app/chrome-sandbox")" = 0 ]; }

has_namespaces() {
  [ "$(setting user/max_user_namespaces)" != 0 ] || return 1
  [ "$(setting kernel/unprivileged_userns_clone)" != 0 ] || return 1
  # Only programs with a profile may create them. It may also be one that an administrator wrote.
  [ "$(setting kernel/apparmor_restrict_unprivileged_userns)" != 1 ] || grep -rqi castellan /etc/apparmor.d 2>/dev/null
}

if has_helper || has_namespaces; then exec "$app/castellan-desktop-bin" "$@"; fi

case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
  de*)
    title='Castellan kann nicht starten'
    text='Dieses System erlaubt Programmen nicht, Seiten in einer Sandbox zu öffnen: User-Namespaces sind gesperrt. Installieren Sie das deb-Paket, oder bitten Sie die Administratoren dieses Computers, sie für Castellan zu erlauben.'
    ;;
  *)
    title="Castellan can't start"
    text="This system doesn't let programs open pages in a sandbox: user namespaces are blocked. Install the deb package, or ask the administrator of this computer to allow them for Castellan."
    ;;
esac
printf '%s\n%s\n' "$title" "$text" >&2
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  if command -v zenity >/dev/null; then
    zenity --error --no-markup --title="$title" --text="$text"
  elif command -v kdialog >/dev/null; then
    kdialog --title "$title" --error "$text"
  elif command -v notify-send >/dev/null; then
    notify-send "$title" "$text"
  elif command -v xmessage >/dev/null; then
    xmessage "$title: $text"
  fi
fi
# As for any other setting of the system that has to change first.
exit 78
