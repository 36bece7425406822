import { createService, type Service } from '../app/compose.ts';
import { readConfig } from '../config/config.ts';
import { StartError } from '../platform/start-error.ts';
import type { Arguments } from './command.ts';

/**
 * Opens the data folder, without a server or workers.
 * @param purpose what the operator wants to do, as in "accept the audit logs"
 * @throws StartError while another process uses it
 */
export const openService = async ({ flags, environment, configFile }: Arguments, purpose: string): Promise<Service> => {
  try {
    return await createService(readConfig({ 'log-level': 'warn', ...flags }, environment, configFile));
  } catch (error) {
    if (!(error instanceof StartError) || error.kind !== 'locked') throw error;
    throw new StartError(`${error.message}. Stop it, ${purpose}, and start it again`, { cause: error, kind: 'locked' });
  }
};
