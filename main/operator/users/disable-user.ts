import { z } from 'zod';
import { operatorActor, recordEvent, userTarget } from '../../services/audit-log/record-event.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { markDisabled, markEnabled } from '../../store/identity/users.ts';
import { findUserOf } from '../find.ts';
import { operatorOperation, refused } from '../operation.ts';
import { assertActive } from './assert-active.ts';
import { userInput } from './show-user.ts';

/** Blocks an account at once without deleting it: sessions end, and API keys are refused until it is enabled again. */
export const disableUser = operatorOperation({
  input: z.strictObject({ user: z.string().min(1), force: z.boolean().default(false) }),
  async run(context, { user: key, force }): Promise<{ email: string; ended_sessions: number }> {
    const { db, clock } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const now = clock.now();
      const user = await findUserOf(tx, id);
      assertActive(user);
      if (!(await markDisabled(tx, tenant_id, id, force))) {
        throw refused(`${user.email} is the last active owner. Make another member an owner first, or use --force`);
      }
      const ended = await endSessionsOf(tx, id, 'disabled', now);
      await voidTokens(tx, { userId: id }, now);
      await voidTokensShownTo(tx, id, now);
      await recordEvent(context, tx, {
        action: 'disableAccount',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
      });
      return { email: user.email, ended_sessions: ended };
    });
  },
});

/** Enables a disabled account again. */
export const enableUser = operatorOperation({
  input: userInput,
  async run(context, { user: key }): Promise<{ email: string }> {
    const { db } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const user = await findUserOf(tx, id);
      if (!(await markEnabled(tx, id))) throw refused(`${user.email} isn't disabled`);
      await recordEvent(context, tx, {
        action: 'enableAccount',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
      });
      return { email: user.email };
    });
  },
});
