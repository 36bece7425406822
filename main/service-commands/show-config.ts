import { z } from 'zod';
import type { SettingReport } from '../config/config.ts';
import { type CommandCall, commandOperation } from './operation.ts';

/** The settings that the running service uses. */
export const showConfig = commandOperation({
  input: z.strictObject({}),
  async run({ config }, _input, { emit }: CommandCall<SettingReport>): Promise<void> {
    for (const setting of config.report) await emit(setting);
  },
});
