import type { z } from 'zod';
import type { contract } from '#shared/contract/index.ts';
import { memberColumns } from '#shared/contract/team/resources.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { presentMember } from './present-member.ts';

const columnsOf = (member: Readonly<z.output<typeof memberColumns>>) => memberColumns.parse(member);

/** One member, including former ones. */
export const getMember: Handler<typeof contract.team.getMember> = async ({ db }, { tenant_id, user_id }) => {
  const member = found(await findAnyMember(db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  return {
    ...presentMember(member),
    email_verified: member.email_verified === 1,
    created_at: toIso(member.created_at),
    ...columnsOf(member),
  };
};
