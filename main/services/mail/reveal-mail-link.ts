import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { markTokenDisclosed } from '../../storage/store/identity/one-time-tokens.ts';
import { findMail } from '../../storage/store/mail/mails.ts';
import type { Handler } from '../handler.ts';
import { mailTarget, recordEvent } from '../recording/record-event.ts';
import { revealableLink } from './revealable-link.ts';

/** Returns the link of an undelivered email, and records that it no longer proves the mailbox. */
export const revealMailLink: Handler<typeof contract.mail.revealMailLink> = async (
  context,
  { tenant_id, mail_id },
  { client, transaction },
) => {
  const { clock } = context;
  return transaction(async (tx, caller) => {
    const mail = found(await findMail(tx, tenant_id, mail_id));
    const { token, url } = await revealableLink(context, tx, caller, mail);
    await markTokenDisclosed(tx, token.id, { userId: caller.user.id, sessionId: caller.sessionId }, clock.now());
    await recordEvent(context, tx, {
      action: 'revealMailLink',
      actor: caller.user,
      client,
      target: mailTarget(mail),
      details: { kind: mail.kind },
    });
    return { url, expires_at: toIso(token.expires_at) };
  });
};
