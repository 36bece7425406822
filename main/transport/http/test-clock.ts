import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { fieldError } from '#shared/field-reasons.ts';
import { isLocalRequest } from './local-request.ts';

/** A year per call is more than any lifetime. */
const maxSeconds = 366 * 86_400;
const input = z.object({ advance_seconds: z.coerce.number().pipe(z.int().min(1).max(maxSeconds)) });

/** Moves the clock by milliseconds and applies what became due. Resolves with the new time, in ISO 8601. */
export type AdvanceClock = (milliseconds: number) => Promise<string>;

/** `POST /test/clock?advance_seconds=`. Registered only with `castellan serve --test-clock`, for this computer only (DECISION 0090). */
export const testClock =
  (advance: AdvanceClock): FastifyPluginAsync =>
  async (server) => {
    server.post('/test/clock', async (request) => {
      if (!isLocalRequest(request.raw)) throw new AppError('NOT_FOUND');
      const parsed = input.safeParse(request.query);
      if (!parsed.success) {
        const errors = [fieldError('advance_seconds', { reason: 'invalid' })];
        throw new AppError('VALIDATION_FAILED', { errors });
      }
      return { now: await advance(parsed.data.advance_seconds * 1_000) };
    });
  };
