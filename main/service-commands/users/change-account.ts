import type { SystemContext } from '../../services/context.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/recording/record-event.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { findUserOf } from '../find.ts';

/** Those that have no details. */
type AccountAction =
  | 'verifyEmail'
  | 'resetMemberSecondFactor'
  | 'disableAccount'
  | 'enableAccount'
  | 'exportAccount'
  | 'addOperator'
  | 'removeOperator';

/**
 * Changes one account, found by its email address or ID, and records it in the audit log of its organization. The
 * answer is the account's address, and what `change` returns.
 * @throws StartError if there is no such account, or if `change` refuses
 */
export const changeAccount = async <Details extends object>(
  context: SystemContext,
  key: string,
  action: AccountAction,
  change: (tx: WriteTransaction, user: UserRow) => Promise<Details>,
): Promise<Details & { email: string }> => {
  const { id, tenant_id } = await findUserOf(context.db.read, key);
  return context.db.transaction({ tenant: tenant_id }, async (tx) => {
    const user = await findUserOf(tx, id);
    const details = await change(tx, user);
    await recordEvent(context, tx, { action, actor: operatorActor(tenant_id), target: userTarget(user) });
    return { email: user.email, ...details };
  });
};
