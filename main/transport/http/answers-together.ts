import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logger.ts';

/**
 * DECISION 0346: sends all answers that are ready in one turn of the event loop at its end. Each write wakes whoever reads it, which
 * takes longer than the write, unless they are awake because of the one before.
 */
export const sendTogether = (fastify: FastifyInstance, log: Logger): void => {
  let ready: (() => void)[] = [];
  const sendAll = (): void => {
    const sending = ready;
    ready = [];
    for (const send of sending) send();
  };
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const send = (failure?: Error): void => {
      try {
        if (failure) done(failure);
        else done(null, payload);
      } catch (error) {
        if (!failure && error instanceof Error) {
          send(error);
        } else {
          // The answers of others are still to come.
          log.error({ err: error, request_id: request.id }, 'could not send an answer');
          reply.raw.destroy();
        }
      }
    };
    if (ready.push(send) === 1) setImmediate(sendAll);
  });
};
