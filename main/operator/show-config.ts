import { z } from 'zod';
import type { SettingReport } from '../config.ts';
import { type OperatorCall, operatorOperation } from './operation.ts';

/** The settings that the running service uses. */
export const showConfig = operatorOperation({
  input: z.strictObject({}),
  async run({ config }, _input, { emit }: OperatorCall<SettingReport>): Promise<void> {
    for (const setting of config.report) await emit(setting);
  },
});
