import type { AuditDetails } from '#shared/contract/audit-details.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import { deviceName } from '../../security/device-name.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';
import { loginAnswer, type Tokens } from './start-session.ts';

interface SignIn {
  user: UserRow;
  client: Client;
  tokens: Tokens;
  action: AuditAction;
  /** In addition to the device. */
  details?: AuditDetails;
}

/** Writes the audit log row of a sign-in, and returns its answer. */
export const recordSignIn = async (
  context: AppContext,
  tx: WriteTransaction,
  { user, client, tokens, action, details }: SignIn,
) => {
  await recordEvent(context, tx, {
    action,
    actor: accountActor(user),
    client,
    target: userTarget(user),
    details: { device: deviceName(client.userAgent), ...details },
  });
  return loginAnswer(tokens, user);
};
