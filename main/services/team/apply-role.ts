import type { Role } from '#shared/roles.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import type { UserRow } from '../../store/identity/users.ts';
import { endAuthority } from '../identity/end-authority.ts';

/** Lowest first. */
const ranks: readonly Role[] = ['member', 'admin', 'owner'];

/** What follows from a changed role: authority over people whom the new one doesn't govern ends. */
export const applyRole = async (
  context: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  member: Pick<UserRow, 'id' | 'tenant_id' | 'role'>,
  from: Role,
): Promise<void> => {
  const transition = ranks.indexOf(member.role) < ranks.indexOf(from) ? 'demoted' : 'promoted';
  await endAuthority(context, tx, member, transition, { role: member.role });
};
