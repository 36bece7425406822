import { z } from 'zod';
import type { Finding } from './doctor/check.ts';
import { checkService } from './doctor/run-checks.ts';
import { type CommandCall, commandOperation } from './operation.ts';

/** What the running service finds about itself. Changes nothing. */
export const runDoctor = commandOperation({
  input: z.strictObject({ thorough: z.boolean() }),
  async run(context, how, { emit }: CommandCall<Finding>): Promise<void> {
    for (const finding of checkService(context, how)) await emit(await finding);
  },
});
