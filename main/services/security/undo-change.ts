import type { contract } from '#shared/contract/index.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { type OneTimeTokenRow, undoPurposes, voidTokensShownTo } from '../../storage/store/identity/one-time-tokens.ts';
import { endSessions } from '../../storage/store/identity/sessions.ts';
import { deleteDevicesTrustedSince } from '../../storage/store/identity/trusted-devices.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client, Handler } from '../handler.ts';
import { sendPasswordResetAfterUndo } from '../identity/account-mails.ts';
import { consumeToken, tokenScope } from '../identity/one-time-tokens.ts';
import { listGranters } from '../identity/owner-granters.ts';
import { findUndoing, reopenAccount, restoreAddress, rollBack } from '../identity/roll-back.ts';
import { sendsEmail } from '../identity/sends-email.ts';
import { findOwnerToUndo, grantsToUndo, takeBackOwnership } from '../identity/take-back-ownership.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';
import { undoneKind } from './lookup-undo.ts';

interface Undone {
  message: string;
  password_reset_sent: boolean;
}

/**
 * DECISION 0259: goes back to before the change that a notice was about, for seven days and whatever was done since. Ends
 * what was opened, and grants nothing: the mailbox gets a link to set a new password.
 */
export const undoChange: Handler<typeof contract.security.undoChange> = async (
  context,
  { token: secret },
  { client, transaction },
) => {
  const undone = await transaction(await tokenScope(context, secret), async (tx) => {
    const token = await consumeToken(context, tx, undoPurposes, secret);
    return token.purpose === 'undo_owner'
      ? undoOwner(context, tx, token, client)
      : undoAddition(context, tx, token, client);
  });
  return { success: true, ...undone };
};

/** Of a passkey, an authenticator app or an API key. Like undoing a change of address, it clears the password. */
const undoAddition = async (
  context: AppContext,
  tx: WriteTransaction,
  token: OneTimeTokenRow,
  client: Client,
): Promise<Undone> => {
  const before = await reopenAccount(context, tx, token);
  const account = await restoreAddress(context, tx, before, {
    email: token.email,
    proved: token.disclosed_at === null,
  });
  await rollBack(context, tx, { account, since: token.created_at, sessionId: token.session_id }, client);
  await sendPasswordResetAfterUndo(context, tx, account);
  await recordUndone(context, tx, { account, target: account, token, client });
  return {
    message: 'The change is undone. Your password no longer works. Reset it to sign in again.',
    password_reset_sent: await sendsEmail(context, tx, account.tenant_id),
  };
};

const undoOwner = async (
  context: AppContext,
  tx: WriteTransaction,
  token: OneTimeTokenRow,
  client: Client,
): Promise<Undone> => {
  const account = await findUndoing(context, tx, token);
  const owner = await findOwnerToUndo(tx, token, account);
  const grants = await grantsToUndo(tx, token, account, context.clock.now());
  await endGrantingSessions(context, tx, token, account.id);
  for (const grant of grants) await takeBackOwnership(context, tx, grant, { account, client });
  await recordUndone(context, tx, { account, target: owner, token, client });
  return { message: `${owner.name} is no longer an owner.`, password_reset_sent: false };
};

/**
 * Ends the session that made someone an owner, and the one of whoever undoes it that it began with. So does trust in devices given
 * since: whoever had the session knows the password, and would sign in again without the second step.
 */
const endGrantingSessions = async (
  { clock }: AppContext,
  tx: WriteTransaction,
  token: OneTimeTokenRow,
  accountId: string,
): Promise<void> => {
  const granters = await listGranters(tx, token);
  for (const [index, { id, user_id, created_at }] of granters.entries()) {
    if (index > 0 && user_id !== accountId) continue;
    await endSessions(tx, [id], 'revoked', clock.now());
    await voidTokensShownTo(tx, user_id, clock.now(), { sessions: { only: [id] } });
    await deleteDevicesTrustedSince(tx, user_id, created_at);
  }
};

const recordUndone = (
  context: AppContext,
  tx: WriteTransaction,
  { account, target, token, client }: { account: UserRow; target: UserRow; token: OneTimeTokenRow; client: Client },
): Promise<void> =>
  recordEvent(context, tx, {
    action: 'undoChange',
    actor: accountActor(account),
    client,
    target: userTarget(target),
    details: { change: undoneKind(token.purpose) },
  });
