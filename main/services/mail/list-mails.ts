import type { contract } from '#shared/contract/index.ts';
import { countMails, listMails as listRows } from '../../storage/store/mail/mails.ts';
import { isSample } from '../../storage/store/team/sample-tenants.ts';
import type { Handler } from '../handler.ts';
import { presentMail } from '../presenters.ts';
import { readPage } from '../read-page.ts';

export const listMails: Handler<typeof contract.mail.listMails> = async ({ db, mailGateway }, input, { client }) => {
  const filter = { tenantId: input.tenant_id, q: input.q, status: input.status };
  const rows = await readPage(input, client, (page) => listRows(db.read, filter, page));
  return {
    mails: rows.map(presentMail),
    total: await countMails(db.read, filter),
    // Sample emails are held even if a mail server is set: their recipients do not exist.
    delivery: (await isSample(db.read, input.tenant_id)) ? 'kept' : await mailGateway.delivery(),
  };
};
