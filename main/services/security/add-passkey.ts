import type { contract } from '#shared/contract/index.ts';
import { passkeyLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { verifyAttestation } from '../../security/passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../security/totp.ts';
import { countPasskeys, insertPasskey, type PasskeyRow } from '../../storage/store/identity/passkeys.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from '../../storage/store/identity/second-factors.ts';
import { transportsShape } from '../../storage/store/stored-shapes.ts';
import type { Handler } from '../handler.ts';
import { recordConfirmation } from '../identity/confirmation.ts';
import { notified, sendUndoableNotice } from '../identity/notices.ts';
import { ofSession, takeChallenge } from '../identity/passkeys.ts';
import { presentPasskey } from '../identity/present-passkey.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';
import { assertMayEnrol } from './assert-may-enrol.ts';

/**
 * Adds a passkey. From now on it signs in, and the password alone no longer does (DECISION 0191), so an account without
 * recovery codes gets some.
 */
export const addPasskey: Handler<typeof contract.security.addPasskey> = async (
  context,
  { challenge_token, credential, name },
  { caller, client, transaction },
) => {
  const { clock, ids } = context;
  const use = { purpose: 'registration', bound: ofSession(caller.sessionId) } as const;
  const challenge = await takeChallenge(context, challenge_token, use, transaction);
  const made = await verifyAttestation(credential, challenge);
  if (!made) throw new AppError('PASSKEY_INVALID', { reason: 'passkey_unverified' });
  return transaction(async (tx, current) => {
    const { user } = current;
    await assertMayEnrol(context, current);
    if ((await countPasskeys(tx, user.id)) >= passkeyLimits.perUser) throw new AppError('TOO_MANY_PASSKEYS');
    const row: PasskeyRow = {
      id: ids.id('pk'),
      user_id: user.id,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: transportsShape.write(credential.response.transports ?? []),
      site: challenge.party.id,
      name,
      backed_up: made.backedUp ? 1 : 0,
      created_at: clock.now(),
      last_used_at: null,
    };
    // No one may register the credential of another account (WebAuthn §7.1).
    if (!(await insertPasskey(tx, row))) throw new AppError('PASSKEY_INVALID', { reason: 'passkey_unverified' });
    await recordConfirmation(tx, current, 'second_factor', row.created_at);
    const codes = (await countRecoveryCodes(tx, user.id)) === 0 ? newRecoveryCodes(ids) : null;
    if (codes) await replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode), clock.now());
    const named = { passkey_name: given.text(row.name), site: given.host(row.site) };
    const undoes = { at: row.created_at, sessionId: current.sessionId, subjectId: row.id };
    await sendUndoableNotice(context, tx, notified(user), 'passkey_added', { by: user, client }, named, undoes);
    await recordEvent(context, tx, {
      action: 'addPasskey',
      actor: user,
      client,
      target: userTarget(user),
      details: { passkey_id: row.id, name, site: row.site },
    });
    return { passkey: presentPasskey(row), recovery_codes: codes };
  });
};
