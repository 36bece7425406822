import { z } from 'zod';
import { toIso } from '../../platform/clock.ts';
import { findMailHold, holdMail as hold, releaseMail } from '../../storage/store/mail/mail-hold.ts';
import { abandonWaitingMails, countWaitingMails } from '../../storage/store/mail/mails.ts';
import { commandOperation, refused } from '../operation.ts';
import { recordForInstallation } from '../record-for-installation.ts';

/** Holds all email of the server, such as while the mail server is moved. */
export const holdMail = commandOperation({
  input: z.strictObject({}),
  async run(context): Promise<{ waiting: number }> {
    const { db, clock } = context;
    return db.transaction({}, async (tx) => {
      const earlier = await findMailHold(tx);
      if (earlier) throw refused(`Email is on hold since ${toIso(earlier.held_at)}`);
      await hold(tx, { reason: 'operator', held_at: clock.now() });
      await recordForInstallation(context, tx, { action: 'holdMail' });
      return { waiting: await countWaitingMails(tx) };
    });
  },
});

/** Ends a hold, also that of a restored backup. */
export const resumeMail = commandOperation({
  input: z.strictObject({ 'keep-waiting': z.boolean().default(false) }),
  async run(context, { 'keep-waiting': keeps }): Promise<{ waiting: number; sent: boolean }> {
    const { db } = context;
    return db.transaction({}, async (tx) => {
      const waiting = await countWaitingMails(tx);
      if (!(await releaseMail(tx))) throw refused('Email is not on hold');
      if (keeps) await abandonWaitingMails(tx, 'left_in_outbox');
      await recordForInstallation(context, tx, {
        action: 'releaseHeldMail',
        details: { kept_mails: keeps ? 'keep' : 'send' },
      });
      return { waiting, sent: !keeps };
    });
  },
});
