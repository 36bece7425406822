import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { MailOutcome } from '#shared/texts/mail-outcomes.ts';
import { mailLanguage } from '../../mail/mail-texts.ts';
import { outcomeOf, replyOf } from '../../mail/outcome.ts';
import { testMail } from '../../mail/templates.ts';
import type { Handler } from '../handler.ts';
import { assertManagesMailServer } from '../identity/admin-tenant.ts';
import { userTarget } from '../recording/record-event.ts';
import { recordOutcome } from '../recording/record-outcome.ts';

/** Talks to the current mail server once and reports how it went, bypassing the outbox. */
export const sendTestMail: Handler<typeof contract.mail.sendTestMail> = async (
  context,
  _input,
  { caller, client, transaction },
) => {
  const { mailGateway, log } = context;
  // A server configured outside the console can be tested as well.
  await transaction((tx, caller) => assertManagesMailServer(tx, caller, undefined));
  const transport = await mailGateway.transport();
  if (!transport) throw new AppError('STATE_CONFLICT', { reason: 'no_mail_server' });
  const { email, name, preferences } = caller.user;
  const result = await transport.send(email, testMail(name, mailLanguage(preferences.language))).then(
    (): { outcome: MailOutcome; server_reply: string | null } => ({ outcome: 'sent', server_reply: null }),
    (error: unknown) => {
      log.warn({ err: error }, 'the test email was not sent');
      return { outcome: outcomeOf(error), server_reply: replyOf(error) };
    },
  );
  await recordOutcome(context, {
    action: 'sendTestMail',
    actor: caller.user,
    client,
    target: userTarget(caller.user),
    details: { outcome: result.outcome },
  });
  return { outcome: result.outcome, server_reply: result.server_reply, recipient: email };
};
