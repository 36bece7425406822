import { constants } from 'node:fs';
import { access, lstat, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { toIso } from '../platform/clock.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { flush, replacePrivateFile } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';
import {
  type KeyEntry,
  type KeyFile,
  type KeyRing,
  keyFileText,
  keyRingOf,
  newKeyEntry,
  readKeyFileContent,
} from './keys.ts';
import { newSigningKeys, signingAlgorithms, signingKeyId } from './signing-keys.ts';

/** A key without its secret. */
export interface KeyInfo {
  readonly kid: string;
  /** `next`: every instance gets it before it becomes the current one. */
  readonly status: 'next' | 'current' | 'previous' | 'retired';
  /** The IDs under which its signing keys are published. */
  readonly signingKeyIds: readonly string[];
  /** RFC 3339. */
  readonly createdAt: string;
  readonly retiredAt: string | undefined;
}

/** The keys of a running service. Whoever holds it as a ring sees each change at once. */
export interface KeyStore extends KeyRing {
  /** Every key that there is or was, the newest first. */
  list(): readonly KeyInfo[];
  /** A new key, which can follow the current one: it signs for applications if that one does, or if `signing` says so. */
  newEntry(now: number, options?: { signing?: boolean }): Promise<KeyEntry>;
  /** Adds a key that signs and seals from now on. @throws StartError if the key file can't be replaced */
  rotate(entry: KeyEntry): Promise<void>;
  /** The ID of a key that verifies and opens, but signs nothing yet. */
  readonly next: string | undefined;
  /** Adds such a key. @throws StartError if the key file can't be replaced */
  adopt(entry: KeyEntry): Promise<void>;
  /** Signs and seals with that key from now on. @throws StartError if the key file can't be replaced */
  promote(kid: string): Promise<void>;
  /** Forgets that key, unless it is in use by now. @throws StartError if the key file can't be replaced */
  drop(kid: string): Promise<void>;
  /**
   * Deletes the secret of a previous key, and keeps what verifies its audit log rows. Whatever else it signed or sealed
   * is lost. Does nothing if the key is retired already.
   * @throws StartError if the key file can't be replaced
   */
  retire(kid: string, now: number): Promise<void>;
  /** Until when the key file says that it may create an installation; undefined once it doesn't say so anymore. */
  readonly createsUntil: string | undefined;
  /**
   * DECISION 0057: from now on, the keys belong to an installation, and a database that is missing was lost. A link and a file
   * that can't be written stay as they are.
   */
  settle(): Promise<void>;
}

/** How the system says that a file is someone else's to write, as one that a container platform mounts. */
const isNotOurs = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'EBUSY'].includes(String((error as NodeJS.ErrnoException).code));

/** @throws StartError if it isn't a file, or no longer what was read from it */
const assertReplaceable = async (path: string, known: KeyFile): Promise<void> => {
  if ((await lstat(path)).isSymbolicLink()) {
    throw new StartError(
      `${path} is a symbolic link, and Castellan doesn't change files elsewhere. Stop Castellan, replace the link by the file, run this command, and move the file back`,
      { kind: 'refused' },
    );
  }
  if (!isDeepStrictEqual(await readKeyFileContent(path), known)) {
    throw new StartError(`${path} was changed since Castellan started. Restart it first`, { kind: 'refused' });
  }
};

/** Keeps the keys of a key file. */
export const createKeyStore = (path: string, content: KeyFile): KeyStore => {
  let known = content;
  let ring = keyRingOf(content);
  const replace = async (next: KeyFile): Promise<void> => {
    await assertReplaceable(path, known);
    const nextRing = keyRingOf(next);
    await replacePrivateFile(path, keyFileText(next));
    // Before anything is sealed with a key, its file must survive a power failure.
    await flush(dirname(path));
    known = next;
    ring = nextRing;
  };
  // What other instances do may arrive while this one replaces its file.
  const inTurn = oneAtATime();
  const infoOf = (entry: KeyEntry, status: KeyInfo['status']): KeyInfo => ({
    kid: entry.kid,
    status,
    signingKeyIds: entry.signing_keys ? signingAlgorithms.map((name) => signingKeyId(entry.kid, name)) : [],
    createdAt: entry.created_at,
    retiredAt: undefined,
  });
  const list = (): KeyInfo[] => [
    ...(known.next ? [infoOf(known.next, 'next')] : []),
    ...known.keys.map((entry, index) => infoOf(entry, index === 0 ? 'current' : 'previous')),
    ...(known.retired ?? []).map(({ kid, created_at, retired_at }) => ({
      kid,
      status: 'retired' as const,
      signingKeyIds: [],
      createdAt: created_at,
      retiredAt: retired_at,
    })),
  ];
  return {
    get current() {
      return ring.current;
    },
    get all() {
      return ring.all;
    },
    find: (kid) => ring.find(kid),
    findAuditKey: (kid) => ring.findAuditKey(kid),
    list,
    get next() {
      return known.next?.kid;
    },
    adopt: (entry) =>
      inTurn(async () => {
        if (!ring.find(entry.kid)) await replace({ ...known, next: entry });
      }),
    promote: (kid) =>
      inTurn(async () => {
        const { next, ...rest } = known;
        if (next?.kid === kid) await replace({ ...rest, keys: [next, ...known.keys] });
        else if (kid !== ring.current.kid) throw new Error(`Key ${kid} isn't the next one`);
      }),
    drop: (kid) =>
      inTurn(async () => {
        const { next, ...rest } = known;
        if (next?.kid === kid) await replace(rest);
      }),
    get createsUntil() {
      return known.creates_installation_until;
    },
    settle: () =>
      inTurn(async () => {
        const { creates_installation_until: until, ...rest } = known;
        if (until === undefined || (await lstat(path)).isSymbolicLink()) return;
        try {
          // A folder that can be written would let us replace a file that can't.
          await access(path, constants.W_OK);
          await replace(rest);
        } catch (error) {
          if (!isNotOurs(error)) throw error;
          await rm(`${path}.new`, { force: true });
        }
      }),
    async newEntry(now, { signing = false } = {}) {
      const entry = newKeyEntry(now);
      return signing || ring.current.signing ? { ...entry, signing_keys: await newSigningKeys() } : entry;
    },
    rotate: (entry) => replace({ ...known, keys: [entry, ...known.keys] }),
    retire: (kid, now) =>
      inTurn(async () => {
        if (known.retired?.some((key) => key.kid === kid)) return;
        const key = ring.find(kid);
        const entry = known.keys.find((candidate) => candidate.kid === kid);
        if (!key || !entry || key === ring.current) throw new Error(`Key ${kid} can't be retired`);
        const left = {
          kid,
          audit_key: Buffer.from(key.derive('audit')).toString('base64url'),
          created_at: entry.created_at,
          retired_at: toIso(now),
        };
        await replace({
          ...known,
          keys: known.keys.filter((candidate) => candidate !== entry),
          retired: [left, ...(known.retired ?? [])],
        });
      }),
  };
};
