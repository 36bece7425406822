import { operatorActor, recordEvent, userTarget } from '../../services/audit-log/record-event.ts';
import { voidTokens } from '../../store/identity/one-time-tokens.ts';
import { updateUser } from '../../store/identity/users.ts';
import { findUserOf } from '../find.ts';
import { operatorOperation, refused } from '../operation.ts';
import { userInput } from './show-user.ts';

/** Marks an address as verified where no email arrives. */
export const verifyUser = operatorOperation({
  input: userInput,
  async run(context, { user: key }): Promise<{ email: string }> {
    const { db, clock } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const user = await findUserOf(tx, id);
      if (user.email_verified === 1) throw refused(`${user.email} is already verified`);
      await updateUser(tx, user, { email_verified: 1 });
      await voidTokens(tx, { userId: id }, clock.now(), ['verify_email']);
      await recordEvent(context, tx, {
        action: 'verifyEmail',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
      });
      return { email: user.email };
    });
  },
});
