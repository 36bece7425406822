import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestTurns } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { networkPath } from '../../platform/address-group.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { Caller } from '../../security/caller.ts';
import { invocationOf } from './client.ts';

/**
 * DECISION 0265: lets requests begin a few at a time, and everything else go on in between: those of strangers in turns of
 * their networks, and more of people who are signed in, in turns of their organizations. Otherwise all that arrive at once
 * come before the next request of anyone else.
 * @param knownUser who a request comes from, if they are signed in: they don't wait for strangers
 */
export const takeTurns = (
  fastify: FastifyInstance,
  knownUser: (request: FastifyRequest) => Pick<Caller['user'], 'id' | 'tenantId'> | undefined,
): void => {
  const { atOnce, ...limits } = requestTurns;
  const refuse = () => new AppError('BUSY', { retry_after: requestTurns.retryAfterSeconds });
  const strangers = createFairQueue({ ...limits, slots: atOnce.strangers, refuse });
  const members = createFairQueue({ ...limits, slots: atOnce.members, refuse });
  fastify.addHook('onRequest', (request, reply, done) => {
    const user = knownUser(request);
    const queue = user ? members : strangers;
    const path = user ? ([user.tenantId, user.id] as const) : networkPath(invocationOf(request, reply).client.ip);
    const begin = (release: () => void): void => {
      setImmediate(release);
      done();
    };
    const release = queue.acquireNow(path);
    if (release) begin(release);
    else queue.acquire({ path, gone: invocationOf(request, reply).client.gone }).then(begin, done);
  });
};
