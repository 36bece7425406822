import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { changeServiceLevel } from './change-service.ts';

/** The provider operates the server from now on (seed 001 §3). */
export const upgradeToManaged: Handler<typeof contract.hosting.upgradeToManaged> = async (context, input, call) => {
  return changeServiceLevel(context, input, true, call);
};
