import { execFile } from 'node:child_process';
import { lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { app } from 'electron';
import { linkScheme } from '#shared/contract/desktop-link.ts';
import type { Logger } from '../platform/logger.ts';
import { commandOf, desktopEntry } from './desktop-entry.logic.ts';

const patienceMs = 10_000;
/** What desktops on Linux call links of this scheme. */
const linkType = `x-scheme-handler/${linkScheme}`;

/** The entry that a package installs, by its name in electron-builder.yml. */
const packageEntry = 'castellan-desktop.desktop';
/** Not the name above: in the person's folder, it would hide the entry of a package. */
const imageEntry = 'castellan-appimage.desktop';
/** In each entry that the app has written itself. */
const ownKey = 'X-Castellan-AppImage';

export interface LinkHandlerParts {
  /** The AppImage that the app runs from. */
  image: string | undefined;
  environment: NodeJS.ProcessEnv;
  log: Logger;
}

/** What the file holds. Undefined if there is none. @throws Error if it isn't one that the app has written. */
const ownTextAt = async (file: string): Promise<string | undefined> => {
  let text: string;
  try {
    if (!(await lstat(file)).isFile()) throw new Error(`${file} is not a file that Castellan has written`);
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (text.includes(`\n${ownKey}=true\n`)) return text;
  throw new Error(`${file} is not a file that Castellan has written`);
};

/**
 * Writes the entry by which a desktop finds the AppImage, which nothing has installed. It isn't in menus, and counts only
 * while the AppImage is there.
 * @throws Error if it can't be written, or if someone else has
 */
export const writeImageEntry = async (file: string, image: string): Promise<void> => {
  const text = desktopEntry({
    Type: 'Application',
    Name: 'Castellan',
    TryExec: image,
    Exec: `${commandOf([image])} %u`,
    NoDisplay: 'true',
    Terminal: 'false',
    MimeType: `${linkType};`,
    [ownKey]: 'true',
  });
  if ((await ownTextAt(file)) === text) return;
  await mkdir(dirname(file), { recursive: true });
  // In one step: desktops read it as soon as it changes.
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
};

/** The person's own folder of this kind. */
const folderOf = (chosen: string | undefined, usual: string): string =>
  chosen && isAbsolute(chosen) ? chosen : join(app.getPath('home'), usual);

/** Whether the person's list of handlers has the entry, so that it isn't written anew at each start. */
const isRegistered = async (list: string, entry: string): Promise<boolean> => {
  let text: string;
  try {
    text = await readFile(list, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const [, defaults = ''] = `\n${text}`.split('\n[Default Applications]\n');
  const lines = defaults.split('\n[')[0]?.split('\n') ?? [];
  return lines.some((line) => line === `${linkType}=${entry}` || line === `${linkType}=${entry};`);
};

/**
 * Electron's own way asks `xdg-settings`, which on GNOME also takes web pages, refuses on Xfce, and finds no quoted program.
 */
const registerOnLinux = async ({ image, environment, log }: LinkHandlerParts): Promise<void> => {
  const entry = image === undefined ? packageEntry : imageEntry;
  const entries = join(folderOf(environment.XDG_DATA_HOME, '.local/share'), 'applications');
  if (image !== undefined) await writeImageEntry(join(entries, entry), image);
  // Not by a question to `xdg-mime`: it also finds entries that nothing has registered, which only some programs do.
  if (await isRegistered(join(folderOf(environment.XDG_CONFIG_HOME, '.config'), 'mimeapps.list'), entry)) return;
  const options = { env: environment, timeout: patienceMs };
  const { stderr } = await promisify(execFile)('xdg-mime', ['default', entry, linkType], options);
  // It also succeeds if it couldn't write.
  if (stderr !== '') log.warn({ stderr }, 'registered for links, but perhaps in vain');
};

/** Registers the app for `castellan://` links. Without that, it still does everything else. */
export const registerForLinks = async (parts: LinkHandlerParts): Promise<void> => {
  try {
    // Linux starts what is installed, or an AppImage, but no checkout.
    if (process.platform === 'linux') {
      if (app.isPackaged || parts.image !== undefined) await registerOnLinux(parts);
      return;
    }
    // In a checkout, register Electron with the checkout's folder; a packaged app registers only itself.
    const checkout = app.isPackaged ? undefined : ([process.execPath, [app.getAppPath()]] as const);
    const isDone = checkout
      ? app.setAsDefaultProtocolClient(linkScheme, checkout[0], [...checkout[1]])
      : app.setAsDefaultProtocolClient(linkScheme);
    if (!isDone) throw new Error('the system refused');
  } catch (error) {
    parts.log.warn({ err: error }, 'failed to register for links');
  }
};
