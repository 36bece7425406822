import { join } from 'node:path';
import { z } from 'zod';
import { mostRemotes } from '#shared/contract/desktop-bridge.ts';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { foldCase } from '#shared/text-input/text-case.ts';
import { readRemoteAddress } from './remote-address.logic.ts';
import { readFingerprint } from './remote-certificate.logic.ts';

/** A server that the administrators of this computer have set for everyone who uses it. */
export interface PresetRemote {
  name: string;
  address: string;
  /** Until the person chooses another one. */
  color?: number | undefined;
  /** The SHA-256 of the only certificate to trust besides those that the system trusts, as hexadecimal digits. */
  certificate?: string | undefined;
  /** What the server stands for, even if the app corrects its address later. */
  key: string;
}

export interface Policy {
  servers: readonly PresetRemote[];
  /** Where it can't be used, such as `servers[1].address`. */
  problems: readonly string[];
}

/** Where the policy is: only administrators of this computer can write there. */
export const policyFile = (platform: NodeJS.Platform, environment: Record<string, string | undefined>): string => {
  const name = 'desktop-policy.json';
  if (platform === 'darwin') return `/Library/Application Support/Castellan/${name}`;
  if (platform === 'win32') return join(environment.ProgramData ?? 'C:\\ProgramData', 'Castellan', name);
  return `/etc/castellan/${name}`;
};

/** Whether no one but the administrators can have written the file. Windows protects the folder instead. */
export const isFromAdministrators = (
  { uid, mode }: { uid: number; mode: number },
  platform: NodeJS.Platform,
): boolean => platform === 'win32' || (uid === 0 && (mode & 0o022) === 0);

const colorNames = remoteColors.map(({ name }) => name);
const fields = {
  name: z.string().trim().min(1).max(textLimits.remoteName),
  address: z.string().transform((typed, context) => {
    const read = readRemoteAddress(typed);
    if ('address' in read) return read.address;
    context.addIssue({ code: 'custom', message: read.problem });
    return z.NEVER;
  }),
  color: z
    .enum(colorNames)
    .transform((name) => colorNames.indexOf(name))
    .optional(),
  certificate: z
    .string()
    .transform((shown, context) => {
      const hex = readFingerprint(shown);
      if (hex === undefined) context.addIssue({ code: 'custom', message: 'no SHA-256' });
      return hex ?? z.NEVER;
    })
    .optional(),
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownIn = (given: Record<string, unknown>, known: readonly string[], place: string): string[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${place}${name}`);

/** Reads each server and field by itself: a bad color loses nothing else, a bad address only its server. */
export const readPolicy = (text: string): Policy => {
  const stored: unknown = (() => {
    try {
      return JSON.parse(text);
    } catch {
      // What isn't JSON is reported below, like any other text that isn't a policy.
      return undefined;
    }
  })();
  if (!isObject(stored)) return { servers: [], problems: ['JSON'] };
  const problems = unknownIn(stored, ['servers'], '');
  const { servers: listed = [] } = stored;
  if (!Array.isArray(listed)) return { servers: [], problems: [...problems, 'servers'] };
  const servers: PresetRemote[] = [];
  for (const [index, given] of listed.entries()) {
    const place = `servers[${index}]`;
    if (!isObject(given) || servers.length === mostRemotes) {
      problems.push(place);
      continue;
    }
    problems.push(...unknownIn(given, Object.keys(fields), `${place}.`));
    const name = fields.name.safeParse(given.name);
    const address = fields.address.safeParse(given.address);
    const color = fields.color.safeParse(given.color);
    const isTaken = servers.some((other) => foldCase(other.name) === foldCase(name.data ?? ''));
    if (!name.success || isTaken) problems.push(`${place}.name`);
    if (!address.success) problems.push(`${place}.address`);
    const certificate = fields.certificate.safeParse(given.certificate);
    if (!certificate.success) problems.push(`${place}.certificate`);
    if (!color.success) problems.push(`${place}.color`);
    if (!name.success || !address.success || isTaken) continue;
    const before = servers.filter((other) => other.address === address.data).length;
    const key = before === 0 ? address.data : `${address.data}#${before}`;
    servers.push({ name: name.data, address: address.data, color: color.data, certificate: certificate.data, key });
  }
  return { servers, problems };
};
