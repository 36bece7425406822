import { setTimeout } from 'node:timers/promises';
import { app } from 'electron';
import { type AppLink, linkOfArguments, readLink } from './links.logic.ts';

/** What a later start, or a link, asks of the running app. */
export interface Openers {
  show: () => void;
  follow: (link: AppLink) => void;
}

const patience = { tries: 60, pause: 250 } as const;

/**
 * Claims this data folder's window for this process. A later start hands over its link and exits. During development,
 * the next start waits for the previous one to exit.
 * @returns false if another process has it.
 */
export const claimWindow = async (developing: boolean): Promise<boolean> => {
  for (let left = developing ? patience.tries : 1; left > 0; left -= 1) {
    if (app.requestSingleInstanceLock()) return true;
    if (developing) await setTimeout(patience.pause);
  }
  return false;
};

/** Receives `castellan://` links: from later starts, and from macOS's own event. */
export const watchLaunches = ({ show, follow }: Openers): void => {
  const arrive = (link: AppLink | undefined): void => (link === undefined ? show() : follow(link));
  app.on('second-instance', (_event, argv) => arrive(linkOfArguments(argv)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    // A link that starts the app arrives before there can be a window.
    void app.whenReady().then(() => arrive(readLink(link)));
  });
  app.on('activate', show);
};
