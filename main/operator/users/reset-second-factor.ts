import { auditActors } from '#shared/audit.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/audit-log/record-event.ts';
import { sendSecondFactorReset } from '../../services/identity/account-mails.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { deleteSecondFactors } from '../../store/identity/second-factors.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { findUserOf } from '../find.ts';
import { operatorOperation, refused } from '../operation.ts';
import { userInput } from './show-user.ts';

/** Removes the authenticator app, the passkeys and the recovery codes of a user who has lost them, even the only owner, whom no one else can help. */
export const resetSecondFactor = operatorOperation({
  input: userInput,
  async run(context, { user: key }): Promise<{ email: string; ended_sessions: number }> {
    const { db, clock } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const now = clock.now();
      const user = await findUserOf(tx, id);
      if (!(await deleteSecondFactors(tx, id))) {
        throw refused(`Two-factor authentication is off for ${user.email}`);
      }
      const ended = await endSessionsOf(tx, id, 'second_factor_reset', now);
      await voidTokens(tx, { userId: id }, now, ['second_factor']);
      await voidTokensShownTo(tx, id, now);
      await sendSecondFactorReset(context, tx, user, { name: auditActors.operator.name });
      await recordEvent(context, tx, {
        action: 'resetMemberSecondFactor',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
      });
      return { email: user.email, ended_sessions: ended };
    });
  },
});
