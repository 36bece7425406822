import type { AuditDetails } from '#shared/contract/audit-details.ts';
import { deviceName } from '../../security/device-name.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { accountActor, type NewAuditEvent, recordEvent, userTarget } from '../recording/record-event.ts';
import { loginAnswer, type Tokens } from './start-session.ts';

type SignInAction = 'login' | 'completeLogin' | 'loginWithPasskey' | 'completeLoginWithPasskey' | 'loginWithLink';

interface SignIn<Action extends SignInAction> {
  user: UserRow;
  client: Client;
  tokens: Tokens;
  action: Action;
  /** In addition to the device. */
  details: Omit<AuditDetails<Action>, 'device'>;
}

/** Writes the audit log row of a sign-in, and returns its answer. */
export const recordSignIn = async <Action extends SignInAction>(
  context: AppContext,
  tx: WriteTransaction,
  { user, client, tokens, action, details }: SignIn<Action>,
) => {
  await recordEvent(context, tx, {
    action,
    actor: accountActor(user),
    client,
    target: userTarget(user),
    details: { device: deviceName(client.userAgent), ...details },
  } as NewAuditEvent);
  return loginAnswer(tokens, user);
};
