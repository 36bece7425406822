import type { WriteTransaction } from '../../storage/database/schema.ts';
import { latestAuditEvents } from '../../storage/store/audit/audit-events.ts';
import {
  takeAnywayFromMember,
  takeFromMemberSince,
  takeGivenSince,
} from '../../storage/store/custom-roles/custom-role-holders.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';

/** More changes of custom roles than one person makes in the days that a link is valid. */
const most = 10_000;

/**
 * Ends what an owner has opened by custom roles since a timestamp: what they gave or got, also by joining a group, and what they
 * have by a role that they changed. Otherwise they would keep as a member what they gave themselves as an owner (DECISION 0307).
 */
export const takeBackCustomRoles = async (
  tx: WriteTransaction,
  { tenant_id: tenantId }: Pick<UserRow, 'tenant_id'>,
  personId: string,
  since: number,
): Promise<void> => {
  await takeGivenSince(tx, personId, since);
  await takeFromMemberSince(tx, personId, since);
  const changes = { tenantId, actor: personId, actions: ['updateCustomRole'], from: since } as const;
  const changed = await latestAuditEvents(tx, changes, most);
  for (const id of new Set(changed.map(({ target_id }) => target_id))) await takeAnywayFromMember(tx, id, personId);
};
