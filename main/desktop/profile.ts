import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { dataFolder, desktopFolder, prepareDataFolder } from '../platform/data-folder.ts';
import { openLogFile } from '../platform/log-output.ts';
import { createLogger, type Logger } from '../platform/logger.ts';

/** The paths of the shell's own files: window, sign-in, log and Chromium's profile. */
export interface Profile {
  readonly settingsFile: string;
  /** Where backups go, and their passphrase. */
  readonly backupsFile: string;
  readonly sessionFile: string;
  /** Holds the sealed sign-ins to other servers. */
  readonly remotesFolder: string;
  /** Where Chromium stores what the pages of servers store. */
  readonly partitionsFolder: string;
  readonly logFolder: string;
  readonly logFile: string;
  /** The previous log file. */
  readonly olderLogFile: string;
  /** The folder that can't be written, if there is no other one: then all of this is lost when the app ends. */
  readonly lost: string | undefined;
}

/** Whether the profile can be in a folder. Creates what it needs there. */
const canHoldProfile = (folder: string): boolean => {
  const probe = join(folder, 'probe');
  try {
    for (const name of ['logs', 'servers']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
    return true;
  } catch {
    // The next place may do.
    return false;
  }
};

/** Where Electron would put the profile. */
const usualFolder = (): string => {
  try {
    return app.getPath('userData');
  } catch {
    // Electron has tried to create it.
    return join(app.getPath('appData'), app.name);
  }
};

/**
 * Puts the profile into the data folder, so that everything is in one private place and each folder has one instance.
 * If that folder can't be used, the profile goes to the system's default place, or else to a temporary folder, so that the
 * app can still show a page that says why, and other servers. Call it before the app is ready.
 * @throws Error if not even a temporary folder can be created
 */
export const prepareProfile = async (dataDir: string | undefined): Promise<Profile> => {
  const usable =
    dataDir !== undefined &&
    (await prepareDataFolder(dataFolder(dataDir)).then(
      () => true,
      // The service hits the same problem at startup, and reports it.
      () => false,
    ));
  const wanted = [...(usable ? [desktopFolder(dataDir)] : []), usualFolder()];
  const found = wanted.find(canHoldProfile);
  const folder = found ?? mkdtempSync(join(tmpdir(), 'castellan-'));
  if (found === undefined) canHoldProfile(folder);
  app.setPath('userData', folder);
  const logFolder = join(folder, 'logs');
  return {
    lost: found === undefined ? wanted.at(-1) : undefined,
    remotesFolder: join(folder, 'servers'),
    partitionsFolder: join(folder, 'Partitions'),
    settingsFile: join(folder, 'settings.json'),
    backupsFile: join(folder, 'backups.json'),
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
