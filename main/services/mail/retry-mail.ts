import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { findMail, requeueMail } from '../../storage/store/mail/mails.ts';
import type { Handler } from '../handler.ts';
import { presentMail } from '../presenters.ts';
import { mailTarget, recordEvent } from '../recording/record-event.ts';

/** Puts a failed or abandoned mail back in the queue. */
export const retryMail: Handler<typeof contract.mail.retryMail> = async (
  context,
  { tenant_id, mail_id },
  { client, transaction },
) => {
  const { clock } = context;
  return transaction(async (tx, caller) => {
    if (!(await findMail(tx, tenant_id, mail_id))) throw new AppError('NOT_FOUND');
    if (!(await requeueMail(tx, tenant_id, mail_id, clock.now())))
      throw new AppError('STATE_CONFLICT', { reason: 'email_not_failed' });
    const mail = found(await findMail(tx, tenant_id, mail_id));
    await recordEvent(context, tx, {
      action: 'retryMail',
      actor: caller.principal,
      client,
      target: mailTarget(mail),
      details: { kind: mail.kind },
    });
    return presentMail(mail);
  });
};
