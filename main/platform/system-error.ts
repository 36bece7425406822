import { StartError, type StartErrorKind } from './start-error.ts';
import type { StartReasonName } from './start-reasons.ts';

/** What failed, as far as someone can do something about it. */
export type SystemKind =
  | 'permission'
  | 'read-only'
  | 'full'
  | 'io'
  | 'busy'
  | 'limit'
  | 'system-limit'
  | 'memory'
  | 'missing'
  | 'not-a-folder'
  | 'exists'
  | 'not-a-file'
  | 'links'
  | 'name';

/** What the codes of the operating system mean. */
export const systemKinds: Readonly<Record<string, SystemKind>> = {
  EACCES: 'permission',
  EPERM: 'permission',
  EROFS: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'io',
  EMFILE: 'limit',
  ENFILE: 'system-limit',
  ENOMEM: 'memory',
  ENOENT: 'missing',
  ENOTDIR: 'not-a-folder',
  EEXIST: 'exists',
  EISDIR: 'not-a-file',
  ELOOP: 'links',
  ENAMETOOLONG: 'name',
};

/** Whose path it is: a part of the data folder, or something that the operator has chosen elsewhere. */
export type PathOwner = 'castellan' | 'operator';

/** The reason behind each kind, by whose path it is where the advice differs. */
const lines = {
  permission: { kind: 'permission', castellan: 'ownAccess', operator: 'chosenAccess' },
  'read-only': { kind: 'permission', castellan: 'ownReadOnly', operator: 'chosenReadOnly' },
  full: { kind: 'full', castellan: 'full', operator: 'full' },
  io: { kind: 'io', castellan: 'io', operator: 'io' },
  limit: { kind: 'limit', castellan: 'openFiles', operator: 'openFiles' },
  'system-limit': { kind: 'limit', castellan: 'systemOpenFiles', operator: 'systemOpenFiles' },
  memory: { kind: 'limit', castellan: 'memory', operator: 'memory' },
  missing: { kind: 'other', castellan: 'missing', operator: 'missing' },
  'not-a-folder': { kind: 'other', castellan: 'notBelowFolder', operator: 'notBelowFolder' },
  exists: { kind: 'other', castellan: 'exists', operator: 'exists' },
  'not-a-file': { kind: 'other', castellan: 'isFolder', operator: 'isFolder' },
  links: { kind: 'other', castellan: 'endlessLinks', operator: 'endlessLinks' },
  name: { kind: 'other', castellan: 'longPath', operator: 'longPath' },
} as const satisfies Readonly<
  Record<Exclude<SystemKind, 'busy'>, { kind: StartErrorKind } & Record<PathOwner, StartReasonName>>
>;

/** One line about a failed system call: what it means, and what to do. */
export const systemProblem = (
  kind: Exclude<SystemKind, 'busy'>,
  { code, at, owner, cause }: { code: string; at: string; owner: PathOwner; cause: unknown },
): StartError =>
  new StartError(
    { name: lines[kind][owner], values: { at, code, uid: process.getuid?.() } },
    { cause, kind: lines[kind].kind },
  );

/**
 * One line about a file that the settings name.
 * @param what Castellan can't do, such as "read the secret file"
 */
export const fileProblem = (what: string, cause: unknown, path: string): StartError => {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const kind = Object.hasOwn(systemKinds, code) ? systemKinds[code] : undefined;
  if (kind === undefined || kind === 'busy') {
    const reason = { name: 'unreadable', values: { place: path, problem: message } } as const;
    return new StartError(`Can't ${what} ${path}: ${message}`, { cause, reason });
  }
  const { message: line, kind: exit, reason } = systemProblem(kind, { code, at: path, owner: 'operator', cause });
  return new StartError(`Can't ${what}: ${line}`, { cause, kind: exit, reason });
};
