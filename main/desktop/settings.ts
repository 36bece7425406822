import { z } from 'zod';
import { colorSchemes } from '#shared/contract/desktop-bridge.ts';
import type { Logger } from '../platform/logger.ts';
import { keptObject } from '../platform/stored-shape.ts';
import { type FieldStore, openFields } from './field-store.ts';
import { readRemoteAddress } from './remotes/remote-address.logic.ts';

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
/** Like one that a person types: menus and pages of the app are made from its parts. */
const remoteAddress = z.string().transform((stored, context) => {
  const read = readRemoteAddress(stored);
  if ('address' in read) return read.address;
  context.addIssue(read.problem);
  return z.NEVER;
});
const server = keptObject({
  id: serverId,
  name: z.string(),
  address: remoteAddress,
  /** As the person has chosen it, in the order of the contract. A newer version may have more. */
  color: z.int().nonnegative().optional().catch(undefined),
  /** What the policy of this computer calls it, if it has set it. */
  preset: z.string().optional().catch(undefined),
  /** The SHA-256 of the certificate that the person trusts for it. Without one that can be read, none is trusted. */
  certificate: fingerprint.optional().catch(undefined),
});
export type StoredRemote = z.output<typeof server>;

/** Kept with what a newer version has added: it may be installed again. */
const desktopSettings = keptObject({
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
});
export type DesktopSettings = z.output<typeof desktopSettings>;

/** The person's settings on this computer. */
export type SettingsStore = Omit<FieldStore<DesktopSettings>, 'save'>;

export const createSettings = (file: string, log: Logger): SettingsStore =>
  openFields({ file, name: 'desktop settings', shape: desktopSettings, cautious: { staySignedIn: false }, log });
