import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { presentMember } from './present-member.ts';

/** One member, including former ones. */
export const getMember: Handler<typeof contract.team.getMember> = async ({ db }, { tenant_id, user_id }) => {
  const member = found(await findAnyMember(db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  return {
    ...presentMember(member),
    email_verified: member.email_verified === 1,
    email_verified_by: member.email_verified_by,
    created_at: toIso(member.created_at),
    disabled_by: member.disabled_by,
  };
};
