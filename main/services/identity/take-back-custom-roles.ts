import type { WriteTransaction } from '../../storage/database/schema.ts';
import { latestAuditEvents } from '../../storage/store/audit/audit-events.ts';
import {
  takeFromEveryone,
  takeFromMemberSince,
  takeGivenSince,
} from '../../storage/store/custom-roles/custom-role-holders.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { detailsOf } from '../../storage/store/stored-columns.ts';

/** More changes of custom roles than one person makes in the days that a link is valid. */
const most = 10_000;

/**
 * Ends what someone has opened by custom roles since a timestamp: what they gave, also by a group, and what anyone has by a role that
 * they made give more. Otherwise a friend of theirs would keep it (DECISION 0307).
 */
export const takeBackGivenCustomRoles = async (
  tx: WriteTransaction,
  { tenant_id: tenantId }: Pick<UserRow, 'tenant_id'>,
  personId: string,
  since: number,
): Promise<void> => {
  await takeGivenSince(tx, personId, since);
  const changes = { tenantId, actor: personId, actions: ['updateCustomRole'], from: since } as const;
  const widened = (await latestAuditEvents(tx, changes, most)).filter((row) => detailsOf(row).may_do_more === true);
  for (const id of new Set(widened.flatMap(({ target_id }) => target_id ?? []))) await takeFromEveryone(tx, id);
};

/** The same of an owner, who would also keep what they got as one, also by a group. */
export const takeBackCustomRoles = async (
  tx: WriteTransaction,
  tenant: Pick<UserRow, 'tenant_id'>,
  personId: string,
  since: number,
): Promise<void> => {
  await takeBackGivenCustomRoles(tx, tenant, personId, since);
  await takeFromMemberSince(tx, personId, since);
};
