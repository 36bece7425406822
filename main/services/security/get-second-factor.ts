import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { secondFactorDueAt } from '../../security/caller.ts';
import { listPasskeys } from '../../storage/store/identity/passkeys.ts';
import { countRecoveryCodes, findSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';

/** Whether the caller's password alone doesn't sign in, and since when. */
export const getSecondFactor: Handler<typeof contract.security.getSecondFactor> = async (
  { db },
  _input,
  { caller },
) => {
  const { id, tenantId } = caller.user;
  const dueAt = secondFactorDueAt(await findTenant(db.read, tenantId));
  const confirmedAt = (await findSecondFactor(db.read, id))?.confirmed_at ?? null;
  const passkeys = await listPasskeys(db.read, id);
  const begun = [...passkeys.map(({ created_at }) => created_at), ...(confirmedAt === null ? [] : [confirmedAt])];
  return {
    enabled: begun.length > 0,
    enabled_at: begun.length === 0 ? null : toIso(Math.min(...begun)),
    authenticator: confirmedAt !== null,
    passkeys: passkeys.length,
    recovery_codes_left: await countRecoveryCodes(db.read, id),
    required_from: dueAt === null ? null : toIso(dueAt),
  };
};
