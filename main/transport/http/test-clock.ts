import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { isLocalRequest } from './local-request.ts';

/** A year per call is more than any lifetime. */
const maxSeconds = 366 * 86_400;
const seconds = z.coerce.number();
const input = z.union([
  z.strictObject({ advance_seconds: seconds.pipe(z.int().min(1).max(maxSeconds)) }),
  z.strictObject({ set_by_seconds: seconds.pipe(z.int().min(-maxSeconds).max(maxSeconds)) }),
]);

/**
 * Moves the clock by milliseconds and applies what became due. `set` only sets the system's time: no time passes.
 * Resolves with the new time, in ISO 8601.
 */
export type MoveClock = (how: 'advance' | 'set', milliseconds: number) => Promise<string>;

/** `POST /test/clock?advance_seconds=` or `?set_by_seconds=`. Registered only with `castellan serve --test-clock`, for this computer only (DECISION 0090). */
export const testClock =
  (move: MoveClock): FastifyPluginAsync =>
  async (fastify) => {
    fastify.post('/test/clock', { config: { limit: { auth: 'local' } } }, async (request) => {
      if (!isLocalRequest(request)) throw new AppError('NOT_FOUND');
      const parsed = input.safeParse(request.query);
      if (!parsed.success) {
        const errors = [fieldError('advance_seconds', { reason: 'invalid' })];
        throw new AppError('VALIDATION_FAILED', { errors });
      }
      const { data } = parsed;
      return {
        now: await ('advance_seconds' in data
          ? move('advance', data.advance_seconds * 1_000)
          : move('set', data.set_by_seconds * 1_000)),
      };
    });
  };
