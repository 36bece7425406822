import { LRUCache } from 'lru-cache';
import { minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/schema.ts';
import { findClientSecretId } from '../storage/store/service-accounts/client-secrets.ts';
import { AddressRefused } from './address-refused.ts';
import { createKeyCallers, isApiKey, type KeyCallers } from './api-keys.ts';
import type { Caller, ServiceCaller } from './caller.ts';
import type { ClientTokens } from './client-tokens.ts';
import { clientSecrets, isServiceKey, personKeys, type Sender, serviceKeys } from './key-kinds.ts';
import { hashSecret } from './refresh-tokens.ts';

/** Resolves the keys of people and of service accounts, and the access tokens that were given for client secrets. */
export interface CallersByKey {
  /** @param token an API key or an access token of a service account */
  identify(token: string, sender: Sender): Promise<Caller>;
  /**
   * The service account that has proved itself with its client secret.
   * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, ADDRESS_NOT_ALLOWED
   */
  identifyClient(clientId: string, secret: string, sender: Sender): Promise<ServiceCaller>;
  reload(db: Queries, caller: Pick<Caller, 'user' | 'key'>, sender: Sender): Promise<Caller>;
  lastUsed: KeyCallers<Caller>['lastUsed'];
  flush(): Promise<void>;
}

/** Of a service account, at most one refusal in this time is news: whoever has its key may send any number of requests. */
const pauseMs = 60 * minute;

/** Whatever the account was given since, an access token of fewer scopes has no more. */
const limitedTo = (caller: ServiceCaller, tokenScopes: ServiceCaller['key']['tokenScopes']): ServiceCaller =>
  tokenScopes === undefined
    ? caller
    : {
        ...caller,
        key: { ...caller.key, scopes: caller.key.scopes.filter((scope) => tokenScopes.includes(scope)), tokenScopes },
      };

export const createCallersByKey = (db: Database, clock: Clock, clientTokens: ClientTokens): CallersByKey => {
  const people = createKeyCallers(db, clock, personKeys);
  const services = createKeyCallers(db, clock, serviceKeys);
  const clients = createKeyCallers(db, clock, clientSecrets);
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
  const identifyToken = async (token: string, sender: Sender): Promise<ServiceCaller> => {
    const { accountId, keyId, scopes } = await clientTokens.verify(token);
    const caller = await clients.identify(keyId, sender).catch(refused);
    if (caller.principal.id !== accountId) throw new AppError('TOKEN_INVALID');
    return limitedTo(caller, scopes);
  };
  return {
    async identify(token, sender) {
      if (!isApiKey(token)) return identifyToken(token, sender);
      const hash = hashSecret(token);
      return isServiceKey(token) ? services.identify(hash, sender).catch(refused) : people.identify(hash, sender);
    },
    async identifyClient(clientId, secret, sender) {
      const keyId = await findClientSecretId(db.read, clientId, hashSecret(secret));
      if (keyId === undefined) throw new AppError('TOKEN_INVALID');
      return clients.identify(keyId, sender).catch(refused);
    },
    async reload(tx, caller, sender) {
      const { key } = caller;
      if (!key) throw new AppError('TOKEN_INVALID');
      if (caller.user) return people.reload(tx, key.id, sender);
      const current = await services.reload(tx, key.id, sender).catch(refused);
      return limitedTo(current, 'tokenScopes' in key ? key.tokenScopes : undefined);
    },
    lastUsed: (keyId, stored) => people.lastUsed(keyId, services.lastUsed(keyId, clients.lastUsed(keyId, stored))),
    async flush() {
      await people.flush();
      await services.flush();
      await clients.flush();
    },
  };
};
