import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { type BaseWindow, dialog } from 'electron';
import { z } from 'zod';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../platform/logger.ts';
import { keptObject } from '../platform/stored-shape.ts';
import { openFields } from './field-store.ts';

/** Not among the app's settings, which people send with a report. The keys themselves are as readable to this account. */
const shape = keptObject({ folder: z.string().optional(), passphrase: z.string().optional() });

interface Parts {
  file: string;
  window: () => BaseWindow | undefined;
  /** Starts the app again: the service takes its folder at its start. */
  restart: () => void;
  log: Logger;
}

/** The folder of backups and its passphrase that someone has chosen on the settings page. */
export interface OwnBackups {
  /** Where the file is kept as it was, if some of it couldn't be read. */
  readonly damaged: string | undefined;
  /** The configuration with these backups. What the command line, a variable or a file says comes first. */
  withChosen(config: Config): Config;
  /** What the settings page asks for. */
  readonly requests: Pick<DesktopBridge, 'chosenBackups' | 'chooseBackups' | 'stopBackups'>;
}

export const createOwnBackups = ({ file, window, restart, log }: Parts): OwnBackups => {
  const store = openFields({ file, name: 'chosen backups', shape, log });
  let isInEffect = false;

  const askFolder = async (): Promise<string | undefined> => {
    const options: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
    const front = window();
    const { canceled, filePaths } = await (front
      ? dialog.showOpenDialog(front, options)
      : dialog.showOpenDialog(options));
    return canceled ? undefined : filePaths[0];
  };
  const save = async (chosen: z.output<typeof shape>): Promise<void> => {
    await store.save(chosen);
    restart();
  };

  return {
    damaged: store.damaged,
    withChosen(config) {
      const { folder, passphrase } = store.get();
      isInEffect = false;
      if (config.backupDir !== undefined || folder === undefined || passphrase === undefined) return config;
      isInEffect = true;
      return {
        ...config,
        backupDir: folder,
        // They belong together: only the chosen one is known to whoever opens a backup of that folder.
        backupPassphrase: passphrase,
        backupWithoutKeys: false,
        report: config.report.map((row) =>
          row.setting === 'backup-dir' ? { ...row, value: folder, source: 'the desktop app' } : row,
        ),
      };
    },
    requests: {
      chosenBackups: async () => ({ folder: store.get().folder ?? null, isInEffect }),
      async chooseBackups({ passphrase = store.get().passphrase, keepsFolder }) {
        if (passphrase === undefined) throw new Error('There is no passphrase to keep');
        const folder = (keepsFolder ? store.get().folder : undefined) ?? (await askFolder());
        if (folder === undefined) return 'canceled';
        try {
          await access(folder, constants.W_OK);
        } catch {
          // The page says so.
          return 'unwritable';
        }
        await save({ folder, passphrase });
        return 'chosen';
      },
      stopBackups: () => save({ folder: undefined, passphrase: undefined }),
    },
  };
};
