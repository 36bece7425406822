import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { dataFolder, desktopFolder, prepareDataFolder } from '../platform/data-folder.ts';
import { openLogFile } from '../platform/log-output.ts';
import { createLogger, type Logger } from '../platform/logger.ts';

/** The paths of the shell's own files: window, sign-in, log and Chromium's profile. */
export interface Profile {
  readonly settingsFile: string;
  readonly sessionFile: string;
  /** Holds the sealed sign-ins to other servers. */
  readonly remotesFolder: string;
  /** Where Chromium stores what the pages of servers store. */
  readonly partitionsFolder: string;
  readonly logFolder: string;
  readonly logFile: string;
  /** The previous log file. */
  readonly olderLogFile: string;
}

/**
 * Puts the profile into the data folder, so that everything is in one private place and each folder has one instance.
 * If that folder can't be used, the profile stays in the system's default place, so that the app can still show a page
 * that says why. Call it before the app is ready.
 */
export const prepareProfile = async (dataDir: string | undefined): Promise<Profile> => {
  const usable =
    dataDir !== undefined &&
    (await prepareDataFolder(dataFolder(dataDir)).then(
      () => true,
      // The service hits the same problem at startup, and reports it.
      () => false,
    ));
  if (usable) app.setPath('userData', desktopFolder(dataDir));
  const folder = app.getPath('userData');
  const logFolder = join(folder, 'logs');
  mkdirSync(logFolder, { recursive: true, mode: 0o700 });
  const remotesFolder = join(folder, 'servers');
  mkdirSync(remotesFolder, { recursive: true, mode: 0o700 });
  return {
    remotesFolder,
    partitionsFolder: join(folder, 'Partitions'),
    settingsFile: join(folder, 'settings.json'),
    sessionFile: join(folder, 'session.sealed'),
    logFolder,
    logFile: join(logFolder, 'castellan.log'),
    olderLogFile: join(logFolder, 'castellan.old.log'),
  };
};

const largestLog = 5_000_000;

/** The desktop app's log: the current file and the previous one. */
export const createFileLogger = (level: string, { logFile, olderLogFile }: Profile): Logger => {
  const { size } = statSync(logFile, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size > largestLog) {
    rmSync(olderLogFile, { force: true });
    renameSync(logFile, olderLogFile);
  }
  return createLogger(level, openLogFile(logFile, { immediate: true }));
};
