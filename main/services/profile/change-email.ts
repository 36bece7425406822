import type { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { findUser, updateUser } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { sendAddressNotice } from '../identity/change-address.ts';
import { assertAllowedDomain } from '../identity/email-domains.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { timeParams } from '../identity/notices.ts';
import { issueToken } from '../identity/one-time-tokens.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

const unchanged = {
  success: true,
  email_verification_sent: false,
  message: 'This is already your address. Nothing was changed.',
} as const;
const sent = {
  success: true,
  email_verification_sent: true,
  message: 'Open the link in the email to your new address. Until then, your current address stays in use.',
} as const;

/**
 * Seed 000 §4 #11: the old address stays in effect until the new one is verified, and gets a notice with a link to undo
 * the change. DECISION 0073: nothing that the caller can see reveals whether the new address belongs to someone else. In that
 * case its link says so, to whoever reads that mailbox.
 */
export const changeEmail: Handler<typeof contract.profile.changeEmail> = async (
  context,
  { new_email, password },
  { client, confirmPassword, transaction },
) => {
  const { outbox } = context;
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const user = await findUser(tx, caller.user.id);
    if (!user) throw new AppError('SESSION_ENDED', { reason: 'deleted' });
    if (new_email === user.email) return unchanged;
    await assertAllowedDomain(tx, user.tenant_id, new_email);
    await outbox.assertQuota(tx, { kind: 'verification', tenantId: user.tenant_id, recipient: new_email });
    const admission = await outbox.accepts(tx, new_email, 'verification');
    // DECISION 0073: the same answer as if an email had been sent.
    if (!admission) return sent;
    await endAuthority(context, tx, user, 'address_change_requested');
    await updateUser(tx, user, { pending_email: new_email });
    const recipient = {
      tenantId: user.tenant_id,
      userId: user.id,
      language: caller.user.preferences.language,
    };
    const verification = await issueToken(context, tx, {
      purpose: 'change_email',
      subject: { userId: user.id },
      email: new_email,
      lifetimeMs: lifetimesMs.verificationLink,
    });
    await outbox.queue(tx, {
      kind: 'verification',
      ...recipient,
      recipient: new_email,
      params: { name: given.text(user.name), ...timeParams(context.clock.now(), user) },
      token: verification,
      admission,
    });
    await sendAddressNotice(context, tx, user, new_email, { by: caller.user, client }, caller.sessionId);
    await recordEvent(context, tx, {
      action: 'changeEmail',
      actor: caller.user,
      client,
      target: userTarget(user),
      details: { new_email },
    });
    return sent;
  });
};
