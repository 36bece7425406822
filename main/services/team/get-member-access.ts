import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { countPasskeys } from '../../storage/store/identity/passkeys.ts';
import { hasAuthenticator } from '../../storage/store/identity/second-factors.ts';
import { findMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { lockedUntil } from '../identity/lockout.ts';

/** DECISION 0292: why a member can or can't sign in, as far as admins may know. */
export const getMemberAccess: Handler<typeof contract.team.getMemberAccess> = async (
  context,
  { tenant_id, user_id },
) => {
  const { db } = context;
  const member = found(await findMember(db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  const until = await lockedUntil(context, member.email);
  return {
    authenticator: await hasAuthenticator(db.read, member.id),
    passkeys: await countPasskeys(db.read, member.id),
    locked_until: until === undefined ? null : toIso(until),
    deletion_at: member.delete_at === null ? null : toIso(member.delete_at),
  };
};
