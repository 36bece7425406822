import { LRUCache } from 'lru-cache';
import { closeGate } from '../platform/gate/gate.ts';
import { readDatabase } from '../storage/database/engines/sqlite/open.ts';
import { createAuditChain } from './audit-chain.ts';
import {
  type AuditVerdict,
  type AuditVerification,
  createVerificationOf,
  type VerificationReading,
} from './audit-verification.ts';
import type { Key, KeyRing } from './keys.ts';

closeGate();

/** A key of the audit log, and nothing else of its key. */
export interface AuditKey {
  readonly kid: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it is retired, and so only vouches for rows. */
  readonly isRetired: boolean;
}

/** The next part of a verification. */
export interface AuditTask {
  readonly kind: 'step' | 'resume';
  /** One verification of a log. A thread that doesn't know it begins at the first row. */
  readonly verification: string;
  readonly tenantId: string;
  /** The database file. */
  readonly file: string;
  /** The keys of this moment: they may have been rotated since the last part. */
  readonly keys: readonly AuditKey[];
}

export interface AuditProgress {
  readonly verdict: AuditVerdict | undefined;
  readonly checked: number;
  readonly total: number;
}

/** Rows of one part: about 0.1 seconds of work. */
const rowsAtOnce = 5_000;

const keyOf = ({ kid, bytes }: AuditKey): Key => ({
  kid,
  derive(purpose) {
    if (purpose !== 'audit') throw new Error(`The thread has no key for ${purpose}`);
    return bytes;
  },
});

const ringOf = (keys: readonly AuditKey[]): KeyRing => {
  const all = keys.filter(({ isRetired }) => !isRetired).map(keyOf);
  const [current] = all;
  if (!current) throw new Error('There is no key');
  return {
    current,
    all,
    find: (kid) => all.find((key) => key.kid === kid),
    findAuditKey: (kid) => keys.find((key) => key.kid === kid)?.bytes,
  };
};

interface Entry {
  readonly reading: VerificationReading;
  readonly verification: AuditVerification;
}

/** Verifications that no one goes on with are forgotten when others need their place. */
const entries = new LRUCache<string, Entry>({ max: 1_000 });

const entryOf = ({ verification, tenantId }: AuditTask, reading: VerificationReading): Entry => {
  const known = entries.get(verification);
  if (known) return { ...known, reading: Object.assign(known.reading, reading) };
  const entry = { reading, verification: createVerificationOf(reading, tenantId) };
  entries.set(verification, entry);
  return entry;
};

/** Verifies the next rows, on a connection and with keys of its own. */
export default (task: AuditTask): Promise<AuditProgress> =>
  readDatabase(task.file, async (db) => {
    const { verification } = entryOf(task, { db, chain: createAuditChain(ringOf(task.keys)) });
    let verdict: AuditVerdict | undefined;
    if (task.kind === 'resume') await verification.resume();
    else {
      const until = verification.progress().checked + rowsAtOnce;
      const isUnderWay = () => verification.progress().checked > 0 && verification.progress().checked < until;
      do verdict = await verification.step();
      while (!verdict && isUnderWay());
    }
    if (verdict) entries.delete(task.verification);
    return { verdict, ...verification.progress() };
  });
