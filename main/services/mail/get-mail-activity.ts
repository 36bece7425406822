import type { contract } from '#shared/contract/index.ts';
import { lastDays } from '../../platform/last-days.ts';
import { countMailsByDay } from '../../storage/store/mail/mails.ts';
import type { Handler } from '../handler.ts';

const shownDays = 30;

export const getMailActivity: Handler<typeof contract.mail.getMailActivity> = async ({ db, clock }, { tenant_id }) => {
  const days = lastDays(clock.now(), shownDays);
  const since = days[0]?.startsAt ?? 0;
  const sent = await countMailsByDay(db.read, tenant_id, 'sent', since);
  const failed = await countMailsByDay(db.read, tenant_id, 'undelivered', since);
  return {
    days: days.map(({ number, name }) => ({
      day: name,
      sent: sent.get(number) ?? 0,
      failed: failed.get(number) ?? 0,
    })),
  };
};
