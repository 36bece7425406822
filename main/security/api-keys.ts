import { LRUCache } from 'lru-cache';
import { apiKeyLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createBatch } from '../platform/batch.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { isOver } from '../platform/remaining-wait.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/schema.ts';
import type { Caller } from './caller.ts';
import { type KeyedRow, type KeyKind, keyPrefix, personKeys, type Sender } from './key-kinds.ts';
import { hashSecret } from './refresh-tokens.ts';
import { writeBehind } from './write-behind.ts';

/** Number of secret characters that lists show. The rest is still infeasible to guess. */
const shown = 6;

export const isApiKey = (token: string): boolean => token.startsWith(keyPrefix);

/** Generates a key with 256 random bits, and the values to store for it. */
export const newApiKey = (
  ids: Ids,
  { prefix }: Pick<KeyKind<KeyedRow, Caller>, 'prefix'> = personKeys,
): { key: string; prefix: string; hash: string } => {
  const key = `${prefix}${ids.secret()}`;
  return { key, prefix: key.slice(0, prefix.length + shown), hash: hashSecret(key) };
};

/** Resolves keys of one kind to callers. See Callers for how the cache follows the database. */
export interface KeyCallers<Calls extends Caller> {
  /**
   * @param name what keys of this kind are looked up by: the hash of one, or the ID of a client secret
   * @throws AppError TOKEN_INVALID for an unknown or revoked key or an inactive owner, TOKEN_EXPIRED, ADDRESS_NOT_ALLOWED
   */
  identify(name: string, sender: Sender): Promise<Calls>;
  /** The key's caller as stored now. @throws like `identify` */
  reload(db: Queries, keyId: string, sender: Sender): Promise<Calls>;
  lastUsed(keyId: string, stored: number | null): number | null;
  flush(): Promise<void>;
}

interface CachedCaller<Row, Calls> {
  position: number;
  row: Row;
  caller: Calls;
}

const kept = 5_000;

/** Two reads at once keep the database busy while one answer travels. */
export const groupLimits = { atOnce: 2, size: 500 } as const;

export const createKeyCallers = <Row extends KeyedRow, Calls extends Caller>(
  db: Database,
  clock: Clock,
  kind: KeyKind<Row, Calls>,
): KeyCallers<Calls> => {
  const cachedCallers = new LRUCache<string, CachedCaller<Row, Calls>>({ max: kept });
  /** When each key was last used, as far as this process knows. */
  const used = new LRUCache<string, number>({ max: kept });
  const unwritten = new Map<string, number>();
  const readCurrent = createBatch({
    load: kind.reader(db.scopedTo({ turn: 'callers' }).read),
    ...groupLimits,
  });

  const loadCaller = async (name: string): Promise<CachedCaller<Row, Calls> | undefined> => {
    // Take the position before the row: a commit in between then makes the entry stale, never wrong.
    const position = db.changes.position();
    const known = cachedCallers.get(name);
    if (known && db.changes.isCurrent('authority', known.row.tenant_id, known.position)) return known;
    const row = await readCurrent(name);
    if (!row) return undefined;
    const cached = { position, row, caller: kind.toCaller(row) };
    if (db.isShared) return cached;
    cachedCallers.set(name, cached);
    return cached;
  };

  /** `last_used` has one-minute resolution: write it at most once a minute. */
  const recordUse = (keyId: string, stored: number | null): void => {
    const now = clock.now();
    const last = used.get(keyId) ?? stored;
    if (last !== null && Math.abs(now - last) < apiKeyLimits.lastUsedDelayMs) return;
    used.set(keyId, now);
    unwritten.set(keyId, now);
  };

  /** @throws AppError TOKEN_INVALID, TOKEN_EXPIRED */
  const assertUsable = (row: Row): void => {
    if (!kind.isActive(row) || row.tenant_delete_at !== null) throw new AppError('TOKEN_INVALID');
    const { key_created_at: begin, key_expires_at: end } = row;
    if (end !== null && isOver(begin, end, clock.now())) throw new AppError('TOKEN_EXPIRED');
  };

  return {
    async reload(tx, keyId, sender) {
      const row = await kind.find(tx, keyId);
      if (!row) throw new AppError('TOKEN_INVALID');
      assertUsable(row);
      const caller = kind.toCaller(row);
      kind.assertFrom(row, caller, sender);
      return caller;
    },
    async identify(name, sender) {
      const cached = await loadCaller(name);
      if (!cached) throw new AppError('TOKEN_INVALID');
      const { row, caller } = cached;
      assertUsable(row);
      kind.assertFrom(row, caller, sender);
      recordUse(row.key_id, row.last_used_at);
      return caller;
    },
    lastUsed: (keyId, stored) => used.get(keyId) ?? stored,
    async flush() {
      await writeBehind(db, { table: kind.table, pending: unwritten, entries: [...unwritten], write: kind.touch });
    },
  };
};
