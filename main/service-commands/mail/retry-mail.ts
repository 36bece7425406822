import { z } from 'zod';
import { rowsAfter } from '../../platform/pages.ts';
import { mailTarget, operatorActor, recordEvent } from '../../services/recording/record-event.ts';
import { listFailedMails, requeueMail } from '../../storage/store/mail/mails.ts';
import { commandOperation } from '../operation.ts';

const pageSize = 100;

/** Sends all email again that could not be delivered, such as after the mail server was repaired. */
export const retryMail = commandOperation({
  input: z.strictObject({}),
  async run(context): Promise<{ queued: number }> {
    const { db, clock } = context;
    let queued = 0;
    const mails = rowsAfter(
      '',
      (after) => listFailedMails(db.read, after, pageSize),
      ({ id }) => id,
    );
    for await (const mail of mails) {
      await db.transaction({ tenant: mail.tenant_id }, async (tx) => {
        if (!(await requeueMail(tx, mail.tenant_id, mail.id, clock.now()))) return;
        queued += 1;
        await recordEvent(context, tx, {
          action: 'retryMail',
          actor: operatorActor(mail.tenant_id),
          target: mailTarget(mail),
          details: { kind: mail.kind },
        });
      });
    }
    return { queued };
  },
});
