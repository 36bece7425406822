import { z } from 'zod';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
import { toIso } from '../../platform/clock.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/recording/record-event.ts';
import { endMembership } from '../../services/team/end-membership.ts';
import { otherOwners, updateUser } from '../../storage/store/identity/users.ts';
import { findUserOf } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';

export interface DeletedUser {
  email: string;
  /** When all data is deleted; null if it is already. */
  scheduled_deletion: string | null;
}

/**
 * Removes a member from their organization at once, and deletes all their data after the grace period, or now. Unlike a
 * deletion that they ask for themselves, they can't take it back by signing in.
 */
export const deleteUser = commandOperation({
  input: z.strictObject({ user: z.string().min(1), now: z.boolean().default(false) }),
  async run(context, { user: key, now: atOnce }): Promise<DeletedUser> {
    const { db, clock } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    const deleteAt = clock.now() + (atOnce ? 0 : lifetimesMs.deletionGrace);
    const email = await db.transaction({ tenant: tenant_id }, async (tx) => {
      const member = await findUserOf(tx, id);
      const actor = operatorActor(tenant_id);
      if (member.status !== 'removed') {
        const [newOwner] = await otherOwners(tx, tenant_id, id);
        if (!newOwner) {
          throw refused(
            `${member.email} is the last owner. Make another member an owner first, or delete the organization`,
          );
        }
        await endMembership(context, tx, { member, newOwner, actor });
      }
      await updateUser(tx, member, { delete_at: deleteAt });
      await recordEvent(context, tx, {
        action: 'deleteAccount',
        actor,
        target: userTarget(member),
        details: { scheduled_deletion: toIso(deleteAt) },
      });
      return member.email;
    });
    if (!atOnce) return { email, scheduled_deletion: toIso(deleteAt) };
    await purge(context);
    return { email, scheduled_deletion: null };
  },
});
