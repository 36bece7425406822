import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import pino from 'pino';
import { dataFolder, desktopFolder, prepareDataFolder } from '../platform/data-folder.ts';
import { createLogger, type Logger } from '../platform/logger.ts';

/** Where the shell keeps what is its own: window, sign-in, log, and Chromium's profile. */
export interface Profile {
  readonly settingsFile: string;
  readonly sessionFile: string;
  readonly logFolder: string;
  readonly logFile: string;
  /** The log before this one. */
  readonly olderLogFile: string;
}

/**
 * Puts the profile into the data folder, so that everything lies in one private place and one instance runs per folder.
 * Where that folder cannot be used, the profile stays where the system has such things: there is a page to be shown
 * that says why. Called before the app is ready.
 */
export const prepareProfile = async (dataDir: string | undefined): Promise<Profile> => {
  const usable =
    dataDir !== undefined &&
    (await prepareDataFolder(dataFolder(dataDir)).then(
      () => true,
      // Told by the start of the service, which meets the same obstacle.
      () => false,
    ));
  if (usable) app.setPath('userData', desktopFolder(dataDir));
  const folder = app.getPath('userData');
  const logFolder = join(folder, 'logs');
  mkdirSync(logFolder, { recursive: true, mode: 0o700 });
  return {
    settingsFile: join(folder, 'settings.json'),
    sessionFile: join(folder, 'session.sealed'),
    logFolder,
    logFile: join(logFolder, 'castellan.log'),
    olderLogFile: join(logFolder, 'castellan.old.log'),
  };
};

const largestLog = 5_000_000;

/** The log of the desktop app: a file, and the one before it. */
export const createFileLogger = (level: string, { logFile, olderLogFile }: Profile): Logger => {
  const { size } = statSync(logFile, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size > largestLog) {
    rmSync(olderLogFile, { force: true });
    renameSync(logFile, olderLogFile);
  }
  return createLogger(level, pino.destination({ dest: logFile, mode: 0o600, sync: true }));
};
