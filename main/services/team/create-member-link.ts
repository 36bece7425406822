import type { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { linkUrl } from '../../mail/link-url.ts';
import { toIso } from '../../platform/clock.ts';
import { isProved } from '../../storage/store/identity/verified-addresses.ts';
import type { Handler } from '../handler.ts';
import { sendPasswordReset, sendVerification } from '../identity/account-mails.ts';
import { assertActive } from '../identity/assert-active.ts';
import { findMemberToLetIn } from '../identity/find-governed-member.ts';
import { sendNotice } from '../identity/notices.ts';
import { issueToken } from '../identity/one-time-tokens.ts';
import { sendsEmail } from '../identity/sends-email.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

const links = {
  verify_email: { send: sendVerification, lifetimeMs: lifetimesMs.verificationLink },
  reset_password: { send: sendPasswordReset, lifetimeMs: lifetimesMs.resetLink },
} as const;

/**
 * Creates a link for a member whom the caller governs. DECISION 0140: only where no email is sent does the caller see it;
 * the disclosure is recorded with the link and in the audit log.
 */
export const createMemberLink: Handler<typeof contract.team.createMemberLink> = async (
  context,
  { user_id, purpose },
  { client, transaction },
) => {
  const { clock, origin } = context;
  const { send, lifetimeMs } = links[purpose];
  return transaction(async (tx, caller) => {
    const member = await findMemberToLetIn(tx, caller, user_id);
    assertActive(member);
    const mailed = await sendsEmail(context, tx, member.tenant_id);
    // A link that is shown adds nothing to someone's word, but one in the mailbox does.
    const isDone = mailed ? isProved(member) : member.email_verified === 1;
    if (purpose === 'verify_email' && isDone) throw new AppError('STATE_CONFLICT', { reason: 'already_verified' });
    await recordEvent(context, tx, {
      action: 'createMemberLink',
      actor: caller.user,
      client,
      target: userTarget(member),
      details: { purpose, mailed },
    });
    if (purpose === 'reset_password') {
      await sendNotice(context, tx, member, 'reset_link_created', { by: caller.user, client }, {});
    }
    if (mailed) {
      if (!(await send(context, tx, member))) throw new AppError('STATE_CONFLICT', { reason: 'emailed_recently' });
      return { url: null, expires_at: toIso(clock.now() + lifetimeMs) };
    }
    const { secret, expiresAt } = await issueToken(context, tx, {
      purpose,
      subject: { userId: member.id },
      email: member.email,
      lifetimeMs,
      shownTo: { userId: caller.user.id, sessionId: caller.sessionId },
    });
    return { url: linkUrl(origin(), purpose, secret, member.email), expires_at: toIso(expiresAt) };
  });
};
