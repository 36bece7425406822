import { LRUCache } from 'lru-cache';
import { minute } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/schema.ts';
import { AddressRefused } from './address-refused.ts';
import { createKeyCallers, type KeyCallers } from './api-keys.ts';
import type { Caller } from './caller.ts';
import { isServiceKey, personKeys, type Sender, serviceKeys } from './key-kinds.ts';

/** Resolves the keys of people and of service accounts. */
export interface CallersByKey {
  identify(key: string, sender: Sender): Promise<Caller>;
  reload(db: Queries, caller: Pick<Caller, 'user'>, keyId: string, sender: Sender): Promise<Caller>;
  lastUsed: KeyCallers<Caller>['lastUsed'];
  flush(): Promise<void>;
}

/** Of a service account, at most one refusal in this time is news: whoever has its key may send any number of requests. */
const pauseMs = 60 * minute;

export const createCallersByKey = (db: Database, clock: Clock): CallersByKey => {
  const people = createKeyCallers(db, clock, personKeys);
  const services = createKeyCallers(db, clock, serviceKeys);
  /** When a refusal of a service account last was news. */
  const told = new LRUCache<string, number>({ max: 5_000 });
  const refused = (error: unknown): never => {
    if (error instanceof AddressRefused) {
      const now = clock.uptime();
      error.isNews = now - (told.get(error.account.id) ?? -pauseMs) >= pauseMs;
      if (error.isNews) told.set(error.account.id, now);
    }
    throw error;
  };
  return {
    identify: (key, sender) =>
      isServiceKey(key) ? services.identify(key, sender).catch(refused) : people.identify(key, sender),
    reload: (tx, { user }, keyId, sender) =>
      user ? people.reload(tx, keyId, sender) : services.reload(tx, keyId, sender).catch(refused),
    lastUsed: (keyId, stored) => people.lastUsed(keyId, services.lastUsed(keyId, stored)),
    async flush() {
      await people.flush();
      await services.flush();
    },
  };
};
