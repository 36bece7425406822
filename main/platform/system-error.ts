import { StartError, type StartErrorKind } from './start-error.ts';

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

const user = (): string => (process.getuid ? ` (uid ${process.getuid()})` : '');

type Line = (at: string, owner: PathOwner) => string;

const lines: Readonly<Record<Exclude<SystemKind, 'busy'>, { kind: StartErrorKind; line: Line }>> = {
  permission: {
    kind: 'permission',
    line: (at, owner) =>
      owner === 'castellan'
        ? `Castellan can't access ${at}. Make the user that runs it${user()} the owner of the data folder and its files`
        : `Castellan can't access ${at}. Give the user that runs it${user()} access to it, or choose another path`,
  },
  'read-only': {
    kind: 'permission',
    line: (at, owner) =>
      owner === 'castellan'
        ? `${at} is read-only. Mount its file system for writing, or give the user that runs Castellan${user()} write access`
        : `${at} is read-only for Castellan. If it runs as a systemd unit, add the folder to ReadWritePaths; otherwise mount its file system for writing`,
  },
  full: { kind: 'full', line: (at) => `The disk that holds ${at} is full. Free some space` },
  io: {
    kind: 'io',
    line: (at) => `The disk failed to read or write ${at}. Check the disk; the file itself may be intact`,
  },
  limit: {
    kind: 'limit',
    line: (at) =>
      `Castellan can't open ${at}: it seems to have as many files open as its limit allows. Raise the limit: LimitNOFILE in the systemd unit, or ulimit -n`,
  },
  'system-limit': {
    kind: 'limit',
    line: (at) =>
      `The computer has too many open files, so Castellan can't open ${at}. Stop a program, or raise the system's limit`,
  },
  memory: { kind: 'limit', line: (at) => `There is not enough memory for ${at}. Stop a program, or add memory` },
  missing: { kind: 'other', line: (at) => `${at} does not exist. Create it, or correct the path` },
  'not-a-folder': {
    kind: 'other',
    line: (at) => `${at} is not a folder, or lies below something that isn't one. Correct the path`,
  },
  exists: {
    kind: 'other',
    line: (at) => `${at} exists, and is not what Castellan needs there. Move it away, or choose another path`,
  },
  'not-a-file': { kind: 'other', line: (at) => `${at} is a folder, not a file. Correct the path` },
  links: { kind: 'other', line: (at) => `${at} leads through symbolic links that never end. Correct the links` },
  name: { kind: 'other', line: (at) => `The path ${at} is too long. Choose a shorter one` },
};

/** One line about a failed system call: what it means, and what to do. */
export const systemProblem = (
  kind: Exclude<SystemKind, 'busy'>,
  { code, at, owner, cause }: { code: string; at: string; owner: PathOwner; cause: unknown },
): StartError => new StartError(`${lines[kind].line(at, owner)} (${code})`, { cause, kind: lines[kind].kind });

/**
 * One line about a file that the settings name.
 * @param what Castellan can't do, such as "read the secret file"
 */
export const fileProblem = (what: string, cause: unknown, path: string): StartError => {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const kind = Object.hasOwn(systemKinds, code) ? systemKinds[code] : undefined;
  if (kind === undefined || kind === 'busy') return new StartError(`Can't ${what} ${path}: ${message}`, { cause });
  const { message: line, kind: exit } = systemProblem(kind, { code, at: path, owner: 'operator', cause });
  return new StartError(`Can't ${what}: ${line}`, { cause, kind: exit });
};
