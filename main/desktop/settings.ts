import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

const serverId = z.string().regex(/^[0-9a-f]{32}$/);
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);
const server = keptObject({
  id: serverId,
  name: z.string(),
  address: z.string(),
  /** As the person has chosen it, in the order of the contract. A newer version may have more. */
  color: z.int().nonnegative().optional(),
  /** What the policy of this computer calls it, if it has set it. */
  preset: z.string().optional(),
  /** The SHA-256 of the certificate that the person trusts for it. Without one that can be read, none is trusted. */
  certificate: fingerprint.optional().catch(undefined),
});
export type StoredRemote = z.output<typeof server>;

const fields = {
  window: place.optional(),
  closeToTray: z.boolean().default(false),
  /** Whether the person has been told that Castellan keeps running when the window is closed. */
  toldStillRunning: z.boolean().default(false),
  staySignedIn: z.boolean().default(true),
  /** Whether the sign-in may be kept without a keyring. Asked only once. */
  plainKeeping: z.enum(['ask', 'keep', 'never']).default('ask'),
  /** Whether pages are drawn with the graphics card. Not after its process has crashed again and again. */
  usesGraphics: z.boolean().default(true),
  colorScheme: z.enum(colorSchemes).default('auto'),
  /** Castellans on other computers. */
  servers: z.array(server).default([]),
  /** The server shown last. Absent for this computer. */
  shownServer: z.string().optional(),
  /** Servers that were removed, until what is stored of them is deleted. */
  removedServers: z.array(serverId).default([]),
};
/** Kept with what a newer version has added: it may be installed again. */
const desktopSettings = keptObject(fields);
export type DesktopSettings = z.output<typeof desktopSettings>;

/** The person's settings on this computer. */
export interface SettingsStore {
  /** Where the file is kept as it was, if some of it couldn't be read at this start. */
  readonly damaged: string | undefined;
  get(): Readonly<DesktopSettings>;
  /** Takes effect at once and is written in the background. Logs write errors. */
  set(changed: Partial<DesktopSettings>): void;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

/** What was read, and the names of what couldn't be. */
interface Read {
  settings: DesktopSettings;
  unreadable: readonly string[];
}

/** Where the default could undo what the person has chosen. */
const cautious: Readonly<Record<string, unknown>> = { staySignedIn: false };

/** Each item of a list that can be read: one bad server must not hide the others. */
const readableItems = (list: z.ZodType, value: unknown): unknown => {
  if (!Array.isArray(value)) return undefined;
  return value.filter((item) => list.safeParse([item]).success);
};

/** Reads each field by itself, so that a bad one loses nothing but itself. */
const readFields = (stored: Record<string, unknown>): Read => {
  const known = Object.entries(fields);
  const unreadable = known.filter(([name, field]) => !field.safeParse(stored[name]).success).map(([name]) => name);
  const repaired = known
    .filter(([name]) => unreadable.includes(name))
    .map(([name, field]) => {
      const items = readableItems(field, stored[name]) ?? cautious[name];
      return [name, field.safeParse(items).success ? items : undefined];
    });
  return { settings: desktopSettings.parse({ ...stored, ...Object.fromEntries(repaired) }), unreadable };
};

const readText = (text: string): Read => {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    stored = undefined;
  }
  if (typeof stored === 'object' && stored !== null && !Array.isArray(stored))
    return readFields(stored as Record<string, unknown>);
  return { settings: desktopSettings.parse({}), unreadable: ['everything'] };
};

/** Where to keep a file that couldn't be read completely: no earlier one is overwritten. */
const freePlace = (file: string): string => {
  for (let count = 1; ; count += 1) {
    const place = `${file}.damaged-${count}`;
    if (!existsSync(place)) return place;
  }
};

interface Opened {
  settings: DesktopSettings;
  /** The copy of a file of which some can't be read. */
  damaged?: string;
  /** False if writing would lose what is in the file. */
  mayWrite: boolean;
}

const openSettings = (file: string, log: Logger): Opened => {
  let read: Read = { settings: desktopSettings.parse({}), unreadable: [] };
  try {
    const text = readFileSync(file, 'utf8');
    read = readText(text);
    const { settings, unreadable } = read;
    if (unreadable.length === 0) return { settings, mayWrite: true };
    const damaged = freePlace(file);
    writeFileSync(damaged, text, { mode: 0o600, flag: 'wx' });
    log.warn({ fields: unreadable, copy: damaged }, 'invalid desktop settings; using defaults for these');
    return { settings, damaged, mayWrite: true };
  } catch (error) {
    const { settings } = read;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { settings, mayWrite: true };
    log.error({ err: error }, 'failed to read or keep the desktop settings; changes are not saved');
    return { settings, mayWrite: false };
  }
};

export const createSettings = (file: string, log: Logger): SettingsStore => {
  const opened = openSettings(file, log);
  let { settings } = opened;
  const write = async (): Promise<void> => {
    if (!opened.mayWrite) return;
    try {
      await writeFile(`${file}.part`, JSON.stringify(settings, null, 2), { mode: 0o600 });
      await rename(`${file}.part`, file);
    } catch (error) {
      log.error({ err: error }, 'failed to write the desktop settings');
    }
  };
  // The next start must not find the same damage again.
  let writing = opened.damaged === undefined ? Promise.resolve() : write();
  return {
    damaged: opened.damaged,
    get: () => settings,
    set(changed) {
      settings = { ...settings, ...changed };
      writing = writing.then(write);
    },
    flush: () => writing,
  };
};
