import type { Caller } from '../../security/caller.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { listGrantedByGroup } from '../../storage/store/custom-roles/granted.ts';
import { listRolesOfGroup } from '../../storage/store/custom-roles/held-custom-roles.ts';
import type { SeenGroupRow } from '../../storage/store/groups/groups.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { bulkResults } from '../bulk-results.ts';
import type { AppContext } from '../context.ts';
import type { BearerCall } from '../handler.ts';
import { changeableGroup } from '../identity/changeable-group.ts';
import { confirmGiving } from '../identity/confirm-giving.ts';
import { notifyOfCustomRole, notifyOfGroup } from '../identity/member-news.ts';
import { noticeOrigin } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

interface MembersChange {
  action: 'addGroupMembers' | 'removeGroupMembers';
  group_id: string;
  user_ids: readonly string[];
  /** Returns the member, if anything was changed. */
  change: (tx: WriteTransaction, caller: Caller, group: SeenGroupRow, userId: string) => Promise<UserRow | undefined>;
}

/** Changes the membership of each person in a transaction of their own, and records what has changed. */
export const changeGroupMembers = async (
  context: AppContext,
  { caller, client, transaction }: BearerCall<Caller>,
  { action, group_id, user_ids, change }: MembersChange,
) => {
  await changeableGroup(context.db.read, caller, group_id);
  const joins = action === 'addGroupMembers';
  // Whoever joins a group gets what its custom roles give.
  const confirm = (tx: WriteTransaction, current: Caller) =>
    confirmGiving(tx, current, () => listGrantedByGroup(tx, group_id));
  // Before the first, so that a client which confirms and sends the call again changes no one twice.
  if (joins && caller.confirmsWith !== undefined) await transaction(confirm);
  const results = await bulkResults(context, user_ids, (userId) =>
    transaction(async (tx, current) => {
      const group = await changeableGroup(tx, current, group_id);
      if (joins) await confirm(tx, current);
      const member = await change(tx, current, group, userId);
      if (!member) return;
      await recordEvent(context, tx, {
        action,
        actor: current.principal,
        client,
        target: userTarget(member),
        details: { group: group.name, group_id: group.id },
      });
      const origin = noticeOrigin(current.principal, client);
      await notifyOfGroup(context, tx, member, group, joins ? 'joined' : 'left', origin);
      for (const role of await listRolesOfGroup(tx, group.id)) {
        await notifyOfCustomRole(context, tx, member, role, joins ? 'given' : 'taken', origin);
      }
    }),
  );
  return { results: results.map(({ item, result }) => ({ user_id: item, ...result })) };
};
