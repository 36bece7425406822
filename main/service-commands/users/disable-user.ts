import { z } from 'zod';
import { isOwner } from '#shared/rules/permissions.ts';
import { assertOwnerCanAct } from '../../services/identity/assert-owner-can-act.ts';
import { endAuthority } from '../../services/identity/end-authority.ts';
import { sendNotice, tenantParams } from '../../services/identity/notices.ts';
import { markDisabled, markEnabled } from '../../storage/store/identity/account-standing.ts';
import { commandOperation, refused } from '../operation.ts';
import { assertActive } from './assert-active.ts';
import { changeAccount } from './change-account.ts';
import { userInput } from './show-user.ts';

/**
 * Blocks an account at once without deleting it: sessions end, and API keys are refused until it is enabled again. Takes over
 * what an admin has disabled, so that only the operator can enable it.
 */
export const disableUser = commandOperation({
  input: z.strictObject({ user: z.string().min(1), force: z.boolean().default(false) }),
  run: (context, { user: key, force }) =>
    changeAccount(context, key, 'disableAccount', async (tx, user) => {
      if (user.disabled_by === 'operator') throw refused(`${user.email} is disabled already`);
      if (user.disabled_by === null) assertActive(user);
      if (!(await markDisabled(tx, user.tenant_id, user.id, 'operator', force))) {
        throw refused(`${user.email} is the last active owner. Make another member an owner first, or use --force`);
      }
      if (isOwner(user.role) && !force) await assertOwnerCanAct(context, tx, user.tenant_id);
      const { sessions } = await endAuthority(context, tx, user, 'disabled');
      const named = await tenantParams(tx, user.tenant_id);
      await sendNotice(context, tx, user, 'account_disabled', { by: 'operator' }, named);
      return { ended_sessions: sessions };
    }),
});

/** Enables a disabled account again. */
export const enableUser = commandOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'enableAccount', async (tx, user) => {
      if (!(await markEnabled(tx, user.id, 'operator'))) throw refused(`${user.email} isn't disabled`);
      const named = await tenantParams(tx, user.tenant_id);
      await sendNotice(context, tx, user, 'account_enabled', { by: 'operator' }, named);
      return {};
    }),
});
