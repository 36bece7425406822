import type { contract } from '#shared/contract/index.ts';
import { countMails, listMails as listRows } from '../../store/mails.ts';
import { presentMail } from '../common/presenters.ts';
import type { Handler } from '../handler.ts';

export const listMails: Handler<typeof contract.mail.listMails> = async ({ db, outbox }, input) => {
  const filter = { tenantId: input.tenant_id, q: input.q, status: input.status };
  const rows = await listRows(db.read, filter, input);
  return {
    mails: rows.map(presentMail),
    total: await countMails(db.read, filter),
    delivery: outbox.delivery,
  };
};
