import { z } from 'zod';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { markDisabled, markEnabled } from '../../store/identity/users.ts';
import { operatorOperation, refused } from '../operation.ts';
import { assertActive } from './assert-active.ts';
import { changeAccount } from './change-account.ts';
import { userInput } from './show-user.ts';

/** Blocks an account at once without deleting it: sessions end, and API keys are refused until it is enabled again. */
export const disableUser = operatorOperation({
  input: z.strictObject({ user: z.string().min(1), force: z.boolean().default(false) }),
  run: (context, { user: key, force }) =>
    changeAccount(context, key, 'disableAccount', async (tx, user) => {
      const now = context.clock.now();
      assertActive(user);
      if (!(await markDisabled(tx, user.tenant_id, user.id, force))) {
        throw refused(`${user.email} is the last active owner. Make another member an owner first, or use --force`);
      }
      const ended = await endSessionsOf(tx, user.id, 'disabled', now);
      await voidTokens(tx, { userId: user.id }, now);
      await voidTokensShownTo(tx, user.id, now);
      return { ended_sessions: ended };
    }),
});

/** Enables a disabled account again. */
export const enableUser = operatorOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'enableAccount', async (tx, user) => {
      if (!(await markEnabled(tx, user.id))) throw refused(`${user.email} isn't disabled`);
      return {};
    }),
});
