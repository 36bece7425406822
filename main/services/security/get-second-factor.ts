import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { secondFactorDueAt } from '../../security/caller.ts';
import { countRecoveryCodes, findSecondFactor } from '../../store/identity/second-factors.ts';
import { findTenant } from '../../store/team/tenants.ts';
import type { Handler } from '../handler.ts';

/** Whether the caller's sign-in requires a code. */
export const getSecondFactor: Handler<typeof contract.security.getSecondFactor> = async (
  { db },
  _input,
  { caller },
) => {
  const dueAt = secondFactorDueAt(await findTenant(db.read, caller.user.tenantId));
  const confirmedAt = (await findSecondFactor(db.read, caller.user.id))?.confirmed_at ?? null;
  return {
    enabled: confirmedAt !== null,
    enabled_at: confirmedAt === null ? null : toIso(confirmedAt),
    recovery_codes_left: await countRecoveryCodes(db.read, caller.user.id),
    required_from: dueAt === null ? null : toIso(dueAt),
  };
};
