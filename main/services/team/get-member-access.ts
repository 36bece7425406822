import type { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { listFailedSignInsOf } from '../../storage/store/identity/failed-sign-ins.ts';
import { countPasskeys } from '../../storage/store/identity/passkeys.ts';
import { hasAuthenticator } from '../../storage/store/identity/second-factors.ts';
import { findMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { lockedUntil } from '../identity/lockout.ts';

const shownMs = 30 * day;
const mostShown = 20;

/** DECISION 0292: why a member can or can't sign in, as far as admins may know. */
export const getMemberAccess: Handler<typeof contract.team.getMemberAccess> = async (
  context,
  { tenant_id, user_id },
) => {
  const { db, clock, failedSignIns } = context;
  const member = found(await findMember(db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  await failedSignIns.flush(tenant_id);
  const since = clock.now() - shownMs;
  const failures = await listFailedSignInsOf(db.read, member.id);
  const until = await lockedUntil(context, member.email);
  return {
    authenticator: await hasAuthenticator(db.read, member.id),
    passkeys: await countPasskeys(db.read, member.id),
    locked_until: until === undefined ? null : toIso(until),
    deletion_at: member.delete_at === null ? null : toIso(member.delete_at),
    failed_sign_ins: failures
      .filter(({ last_at }) => last_at > since)
      .slice(0, mostShown)
      .map(({ last_at, step, address, failures: count }) => ({
        last_at: toIso(last_at),
        step,
        ip_address: address || null,
        failures: count,
      })),
  };
};
