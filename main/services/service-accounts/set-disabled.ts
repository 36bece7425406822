import type { OutputOf } from '#shared/contract/operation.ts';
import type { getServiceAccount } from '#shared/contract/service-accounts/get-service-account.ts';
import { updateServiceAccount } from '../../storage/store/service-accounts/service-accounts.ts';
import type { AppContext } from '../context.ts';
import type { BearerCall } from '../handler.ts';
import { findGovernedAccount } from '../identity/find-governed-account.ts';
import { recordEvent, serviceAccountTarget } from '../recording/record-event.ts';
import { notifyOfMore } from './notify-of-more.ts';
import { presentServiceAccount } from './present-service-account.ts';

/** Disables or enables a service account. Done again, it changes and records nothing. */
export const setDisabled = (
  context: AppContext,
  { tenant_id, account_id }: { tenant_id: string; account_id: string },
  { client, transaction }: BearerCall,
  action: 'disableServiceAccount' | 'enableServiceAccount',
): Promise<OutputOf<typeof getServiceAccount>> =>
  transaction(async (tx, caller) => {
    const { user } = caller;
    const now = context.clock.now();
    const account = await findGovernedAccount(tx, caller, account_id, now);
    const disabled_at = action === 'disableServiceAccount' ? now : null;
    if ((account.disabled_at === null) === (disabled_at === null)) return presentServiceAccount(account);
    await updateServiceAccount(tx, tenant_id, account_id, { disabled_at });
    await recordEvent(context, tx, { action, actor: user, client, target: serviceAccountTarget(account) });
    const after = presentServiceAccount({ ...account, disabled_at });
    await notifyOfMore(context, tx, tenant_id, { by: user, client }, presentServiceAccount(account), after);
    return after;
  });
