import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { scheduleTenantDeletion } from '../../store/tenants.ts';
import { findUser, markRestored } from '../../store/users.ts';
import { useLink } from '../common/links.ts';
import { loginAnswer, startSession } from '../common/start-session.ts';
import type { Handler } from '../handler.ts';

/** Takes a scheduled deletion back, and the tenant's with it (seed 000 §3; the operation is not shown there). */
export const restoreAccount: Handler<typeof contract.auth.restoreAccount> = async (
  context,
  { restore_token },
  { client },
) => {
  const { db, clock } = context;
  return db.transaction(async (tx) => {
    const link = await useLink(context, tx, 'restore_account', restore_token);
    const restored = link.user_id !== null && (await markRestored(tx, link.user_id, clock.now()));
    const user = link.user_id === null ? undefined : await findUser(tx, link.user_id);
    if (!restored || !user) throw new AppError('LINK_INVALID');
    await scheduleTenantDeletion(tx, user.tenant_id, null);
    return loginAnswer(await startSession(context, tx, user, client), user);
  });
};
