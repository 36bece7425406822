import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestTurns } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { networkPath } from '../../platform/address-group.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { Client } from '../../services/handler.ts';
import { invocationOf } from './client.ts';

type KnownUser = Pick<PersonCaller['user'], 'id' | 'tenantId'> | undefined;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who a request comes from, on a route that takes another credential than a token. */
    knownUser?: (request: FastifyRequest) => KnownUser;
  }
}

/** Waits for one more turn of a request that has begun. @throws AppError BUSY */
export type NextTurn = (request: FastifyRequest, client: Client) => Promise<void>;

/**
 * DECISION 0265: lets requests begin a few at a time, and everything else go on in between: those of strangers in turns of
 * their networks, and more of people who are signed in, in turns of their organizations. Otherwise all that arrive at once
 * come before the next request of anyone else.
 * @param knownUser who a request comes from, if they are signed in: they don't wait for strangers
 * @returns for each operation of a request after its first (DECISION 0288)
 */
export const takeTurns = (fastify: FastifyInstance, knownUser: (request: FastifyRequest) => KnownUser): NextTurn => {
  const { atOnce, ...limits } = requestTurns;
  const refuse = () => new AppError('BUSY', { retry_after: requestTurns.retryAfterSeconds });
  const strangers = createFairQueue({ ...limits, slots: atOnce.strangers, refuse });
  const members = createFairQueue({ ...limits, slots: atOnce.members, refuse });
  /** Calls `begin` at once if it may, as for most requests: a promise each would cost more than the rest. */
  const take = (
    request: FastifyRequest,
    client: () => Client,
    begin: () => void,
    fail: (error: Error) => void,
  ): void => {
    const user = (request.routeOptions.config.knownUser ?? knownUser)(request);
    const queue = user ? members : strangers;
    const path = user ? ([user.tenantId, user.id] as const) : networkPath(client().ip);
    const admit = (release: () => void): void => {
      setImmediate(release);
      begin();
    };
    const release = queue.acquireNow(path);
    if (release) admit(release);
    else queue.acquire({ path, gone: client().gone }).then(admit, fail);
  };
  fastify.addHook('onRequest', (request, reply, done) =>
    take(request, () => invocationOf(request, reply).client, done, done),
  );
  return (request, client) => new Promise((resolve, reject) => take(request, () => client, resolve, reject));
};
