import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { changeServiceLevel } from './change-service.ts';

/** Operational responsibility returns to the user (seed 001 §3). */
export const downgradeToUnmanaged: Handler<typeof contract.hosting.downgradeToUnmanaged> = async (
  context,
  input,
  call,
) => {
  return changeServiceLevel(context, input, false, call);
};
