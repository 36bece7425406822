import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { countRecoveryCodes, findSecondFactor } from '../../store/identity/second-factors.ts';
import type { Handler } from '../handler.ts';

/** Whether the caller's sign-in requires a code. */
export const getSecondFactor: Handler<typeof contract.security.getSecondFactor> = async (
  { db },
  _input,
  { caller },
) => {
  const confirmedAt = (await findSecondFactor(db.read, caller.user.id))?.confirmed_at ?? null;
  return {
    enabled: confirmedAt !== null,
    enabled_at: confirmedAt === null ? null : toIso(confirmedAt),
    recovery_codes_left: await countRecoveryCodes(db.read, caller.user.id),
  };
};
