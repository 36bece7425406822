import { AddressRefused } from '../../security/address-refused.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { serviceAccountTarget } from './record-event.ts';
import { recordOutcome } from './record-outcome.ts';

/** Records that a key of a service account came from an address that the account may not be used from, unless that is no news. */
export const recordRefusal = async (context: AppContext, error: unknown, client: Client): Promise<void> => {
  if (!(error instanceof AddressRefused) || !error.isNews) return;
  const { account, keyId } = error;
  await recordOutcome(context, {
    action: 'refuseServiceAddress',
    actor: account,
    client,
    target: serviceAccountTarget(account),
    details: { key_id: keyId },
  });
};
