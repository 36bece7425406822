import { z } from 'zod';
import { wireParams } from './fields.ts';

/** Whether something can be done, or was: if not `ok`, the code and message that the single operation would return. */
export const outcome = {
  ok: z.boolean(),
  code: z.string().optional(),
  detail: z.string().optional(),
  reason: z.string().optional(),
  params: wireParams.optional(),
};
