import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkTurns } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { networkPath } from '../../platform/address-group.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import { invocationOf } from './client.ts';

/**
 * DECISION 0265: lets requests of strangers begin a few at a time, in turns of their networks, and everything else go on in
 * between. Otherwise all that arrive at once come before the next request of someone who is signed in.
 * @param isKnown whether a request comes from someone who is signed in: it doesn't wait
 */
export const takeTurns = (fastify: FastifyInstance, isKnown: (request: FastifyRequest) => boolean): void => {
  const { atOnce: slots, ...limits } = networkTurns;
  const refuse = () => new AppError('BUSY', { retry_after: networkTurns.retryAfterSeconds });
  const queue = createFairQueue({ ...limits, slots, refuse });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isKnown(request)) return done();
    const { ip, gone } = invocationOf(request, reply).client;
    queue.acquire({ path: networkPath(ip), gone }).then((release) => {
      setImmediate(release);
      done();
    }, done);
  });
};
