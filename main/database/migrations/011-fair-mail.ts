import { type Kysely, sql } from 'kysely';

/** One open request for each email, in an order that lets addresses take turns; no errors of a mail server as they came. */
export const fairMail = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `delete from mail_requests where exists (
    select 1 from mail_requests as earlier
    where earlier.kind = mail_requests.kind and earlier.email = mail_requests.email and earlier.id < mail_requests.id
  )`,
  `create unique index mail_requests_email on mail_requests (kind, email)`,
  `update mails set last_error = 'link_invalid' where last_error = 'Its link is no longer valid'`,
  `update mails set last_error = 'left_in_outbox' where last_error like '%manually%'`,
  `update mails set last_error = 'not_sent' where last_error is not null and last_error not in ('link_invalid', 'left_in_outbox')`,
];
