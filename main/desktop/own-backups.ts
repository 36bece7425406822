import { constants, readFileSync } from 'node:fs';
import { access, rename, writeFile } from 'node:fs/promises';
import { type BaseWindow, dialog } from 'electron';
import { z } from 'zod';
import type { BridgeInput, BridgeOutput } from '#shared/contract/desktop-bridge.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../platform/logger.ts';

/** Not among the app's settings, which people send with a report. The keys themselves are as readable to this account. */
const stored = z.object({ folder: z.string(), passphrase: z.string() });

const read = (file: string, log: Logger): z.output<typeof stored> | undefined => {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ err: error }, 'failed to read the chosen backups');
    return undefined;
  }
};

/**
 * The configuration with the backups that were chosen on the settings page. What the command line, a variable or a file
 * says comes first.
 */
export const withOwnBackups = (config: Config, file: string, log: Logger): Config => {
  if (config.backupDir !== undefined) return config;
  const chosen = read(file, log);
  if (!chosen) return config;
  return {
    ...config,
    backupDir: chosen.folder,
    backupPassphrase: config.backupPassphrase ?? chosen.passphrase,
    report: config.report.map((row) =>
      row.setting === 'backup-dir' ? { ...row, value: chosen.folder, source: 'the desktop app' } : row,
    ),
  };
};

interface Parts {
  file: string;
  window: () => BaseWindow | undefined;
  /** Starts the app again: the service takes its folder at its start. */
  restart: () => void;
}

/** Asks for the folder of backups, and starts again with it. */
export const createBackupChoice =
  ({ file, window, restart }: Parts) =>
  async ({ passphrase }: BridgeInput<'chooseBackups'>): Promise<BridgeOutput<'chooseBackups'>> => {
    const options: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
    const front = window();
    const answer = await (front ? dialog.showOpenDialog(front, options) : dialog.showOpenDialog(options));
    const [folder] = answer.filePaths;
    if (answer.canceled || folder === undefined) return 'canceled';
    try {
      await access(folder, constants.W_OK);
    } catch {
      // The page says so.
      return 'unwritable';
    }
    await writeFile(`${file}.part`, JSON.stringify({ folder, passphrase }), { mode: 0o600 });
    await rename(`${file}.part`, file);
    restart();
    return 'chosen';
  };
