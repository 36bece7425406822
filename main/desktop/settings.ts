import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { colorSchemes } from '#shared/contract/desktop-bridge.ts';
import type { Logger } from '../platform/logger.ts';
import { keptObject } from '../platform/stored-shape.ts';

const place = keptObject({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});
export type WindowPlace = z.output<typeof place>;

const server = keptObject({ id: z.string().regex(/^[0-9a-f]{32}$/), name: z.string(), address: z.string() });

/** Kept with what a newer version has added: it may be installed again. */
const desktopSettings = keptObject({
  window: place.optional(),
  closeToTray: z.boolean().default(false),
  /** Whether the person has been told that Castellan keeps running when the window is closed. */
  toldStillRunning: z.boolean().default(false),
  staySignedIn: z.boolean().default(true),
  /** Whether the sign-in may be kept without a keyring. Asked only once. */
  plainKeeping: z.enum(['ask', 'keep', 'never']).default('ask'),
  colorScheme: z.enum(colorSchemes).default('auto'),
  /** Castellans on other computers. */
  servers: z.array(server).default([]),
  /** The server shown last. Absent for this computer. */
  shownServer: z.string().optional(),
});
export type DesktopSettings = z.output<typeof desktopSettings>;

/** The person's settings on this computer. */
export interface SettingsStore {
  get(): Readonly<DesktopSettings>;
  /** Takes effect at once and is written in the background. Logs write errors. */
  set(changed: Partial<DesktopSettings>): void;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

const readSettings = (file: string, log: Logger): DesktopSettings => {
  const defaults = desktopSettings.parse({});
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, 'failed to read the desktop settings');
    return defaults;
  }
  try {
    return desktopSettings.parse(JSON.parse(text));
  } catch (error) {
    log.warn({ err: error }, 'invalid desktop settings; using defaults');
    return defaults;
  }
};

export const createSettings = (file: string, log: Logger): SettingsStore => {
  let settings = readSettings(file, log);
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    try {
      await writeFile(`${file}.part`, JSON.stringify(settings, null, 2), { mode: 0o600 });
      await rename(`${file}.part`, file);
    } catch (error) {
      log.error({ err: error }, 'failed to write the desktop settings');
    }
  };
  return {
    get: () => settings,
    set(changed) {
      settings = { ...settings, ...changed };
      writing = writing.then(write);
    },
    flush: () => writing,
  };
};
