import { app } from 'electron';

/** Switches of Chromium that accept any certificate, or certificates that a test names. */
const certificateSwitches = ['ignore-certificate-errors', 'allow-insecure-localhost'];
const testSwitches = ['ignore-certificate-errors-spki-list'];

/** Ignores the switches. */
const neverSkipCertificateErrors = (): void => {
  for (const name of [...certificateSwitches, ...(app.isPackaged ? testSwitches : [])]) {
    app.commandLine.removeSwitch(name);
  }
};

/** Desktops for which Chromium knows where their keyring is. */
const knownDesktops = /^(unity|gnome|kde|xfce|pantheon|deepin|ukui|x-cinnamon|cinnamon)/i;

/**
 * The keyring to ask for on Linux, where Chromium chooses it by the name of the desktop. On others, such as Sway, it would
 * take none, although a keyring may run there. Without one, Chromium goes on as before.
 * @param desktops `XDG_CURRENT_DESKTOP`: names separated by colons
 */
export const passwordStoreFor = (platform: NodeJS.Platform, desktops: string | undefined): string | undefined =>
  platform !== 'linux' || desktops?.split(':').some((name) => knownDesktops.test(name)) ? undefined : 'gnome-libsecret';

/** Sets the switches of Chromium. Call it before the app is ready. */
export const prepareSwitches = ({ XDG_CURRENT_DESKTOP: desktops }: NodeJS.ProcessEnv): void => {
  neverSkipCertificateErrors();
  const store = passwordStoreFor(process.platform, desktops);
  if (store !== undefined && !app.commandLine.hasSwitch('password-store'))
    app.commandLine.appendSwitch('password-store', store);
};
