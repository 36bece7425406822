import { setTimeout } from 'node:timers/promises';
import { app } from 'electron';
import { linkScheme } from '../mail/link-url.ts';
import { pageOfArguments, pageOfLink } from './addresses.logic.ts';

export interface Openers {
  show: () => void;
  open: (page: string) => void;
}

const patience = { tries: 60, pause: 250 } as const;

/**
 * Takes this data folder's window for this process. A later start hands its link over and ends; while main is worked on,
 * the next start waits for the one before to be gone.
 * @returns false where another process has it.
 */
export const takeInstance = async (developing: boolean): Promise<boolean> => {
  for (let left = developing ? patience.tries : 1; left > 0; left -= 1) {
    if (app.requestSingleInstanceLock()) return true;
    if (developing) await setTimeout(patience.pause);
  }
  return false;
};

/** Makes `castellan://` links of mails come here, from this start, later ones and macOS's own event. */
export const watchInstances = ({ show, open }: Openers): void => {
  const arrive = (page: string | undefined): void => (page === undefined ? show() : open(page));
  app.on('second-instance', (_event, words) => arrive(pageOfArguments(words)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    // A link that starts the app comes before there can be a window.
    void app.whenReady().then(() => arrive(pageOfLink(link)));
  });
  app.on('activate', show);
  // A checkout registers its Electron with its own folder, a packaged app only itself.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  else app.setAsDefaultProtocolClient(linkScheme, process.execPath, [app.getAppPath()]);
};
