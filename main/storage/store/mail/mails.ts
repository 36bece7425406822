import { type Selectable, sql } from 'kysely';
import type { MailKind } from '#shared/contract/mail/resources.ts';
import { day } from '#shared/rules/limits.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';
import { latestEnd } from '../../../platform/remaining-wait.ts';
import type { MailTable } from '../../database/mail-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, inMs } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, changedRows, countOf, toInteger } from '../sql.ts';

export type MailRow = Omit<Selectable<MailTable>, 'search_text' | 'sender_id'>;

export const insertMail = (db: Queries, row: MailRow & Pick<MailTable, 'sender_id'>) =>
  tablesOf(db)
    .insertInto('mails')
    .values({ ...row, search_text: searchKey(`${row.recipient}\n${row.subject}`) })
    .execute();

/** How many emails of one kind were queued for a recipient since a timestamp. */
export const countMailsSince = (db: Queries, recipient: string, kind: MailKind, since: number): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('mails')
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('created_at', '>', since),
  );

/** How many emails of one kind one person's actions have caused for a recipient since a timestamp; null for none. */
export const countMailsBy = (
  db: Queries,
  { recipient, kind, senderId }: { recipient: string; kind: MailKind; senderId: string | null },
  since: number,
): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('mails')
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('sender_id', senderId === null ? 'is' : '=', senderId)
      .where('created_at', '>', since),
  );

/** How many emails a tenant has queued since a timestamp. Resets don't count: anyone can ask for them. */
export const countMailsOfTenant = (db: Queries, tenantId: string, since: number): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('mails')
      .where('tenant_id', '=', tenantId)
      .where('created_at', '>', since)
      .where('kind', '<>', 'password_reset'),
  );

export const findMail = (db: Queries, tenantId: string, id: string): Promise<MailRow | undefined> =>
  tablesOf(db)
    .selectFrom('mails')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

export interface MailFilter {
  tenantId: string;
  q?: string | undefined;
  status?: MailRow['status'] | undefined;
}

const matching = (db: Queries, { tenantId, q, status }: MailFilter) => {
  let query = tablesOf(db).selectFrom('mails').where('tenant_id', '=', tenantId);
  if (status !== undefined) query = query.where('status', '=', status);
  return q ? query.where(({ ref }) => contains(ref('search_text'), q)) : query;
};

export const listMails = (db: Queries, filter: MailFilter, page: Page): Promise<Listed<MailRow>> =>
  listPage(
    matching(db, filter).selectAll(),
    [byNumber('mails', 'created_at', 'desc'), byText('mails', 'id', 'desc')],
    page,
  );

export const countMails = (db: Queries, filter: MailFilter): Promise<number> => countOf(matching(db, filter));

/** How many emails were sent, or queued and not delivered, on each day in UTC since a timestamp, by the day's number. */
export const countMailsByDay = async (
  db: Queries,
  tenantId: string,
  outcome: 'sent' | 'undelivered',
  since: number,
): Promise<Map<number, number>> => {
  const at = outcome === 'sent' ? 'sent_at' : 'created_at';
  const number = sql<number>`${sql.ref(at)} / ${sql.lit(day)}`;
  const rows = await tablesOf(db)
    .selectFrom('mails')
    .select(({ fn }) => [number.as('day'), fn.countAll().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', outcome === 'sent' ? ['sent'] : ['failed', 'abandoned'])
    .where(at, '>=', since)
    .groupBy(number)
    .execute();
  return new Map(rows.map((row) => [toInteger(row.day), toInteger(row.count)]));
};

export const listMailsTo = (db: Queries, userId: string): Promise<MailRow[]> =>
  tablesOf(db).selectFrom('mails').selectAll().where('user_id', '=', userId).orderBy('created_at', 'desc').execute();

/** Excludes sample data: its people do not exist, so its emails stay in the outbox. */
const ofPeople = (db: Queries) =>
  tablesOf(db)
    .selectFrom('mails')
    .where('mails.tenant_id', 'not in', (query) =>
      query.selectFrom('sample_tenants').select('sample_tenants.tenant_id'),
    );

/** Claims an email that was read as due, until `until`. False if another instance has claimed it meanwhile. */
export const claimMail = (db: Queries, { id, next_attempt_at }: MailRow, until: number): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('mails')
      .set({ next_attempt_at: until })
      .where('id', '=', id)
      .where('next_attempt_at', '=', next_attempt_at)
      .where('status', 'in', ['queued', 'failed']),
  );

/** Emails that wait to be sent, and for nothing else. */
const sendable = (db: Queries) =>
  ofPeople(db).where('mails.status', 'in', ['queued', 'failed']).where('mails.held_for_sender', '=', 0);

/** Ends the wait of the emails that a sender's unproved address held. */
export const liftMailHolds = (db: Queries, senderId: string) =>
  tablesOf(db)
    .updateTable('mails')
    .set({ held_for_sender: 0 })
    .where('sender_id', '=', senderId)
    .where('held_for_sender', '=', 1)
    .execute();

/** Which of some invitations have an email, with a link that still works, that waits for its sender. */
export const listHeldInvitations = async (
  db: Queries,
  invitationIds: readonly string[],
): Promise<ReadonlySet<string | null>> => {
  if (invitationIds.length === 0) return new Set();
  const rows = await tablesOf(db)
    .selectFrom('mails')
    .innerJoin('one_time_tokens', 'one_time_tokens.id', 'mails.token_id')
    .select('one_time_tokens.invitation_id')
    .where('one_time_tokens.invitation_id', 'in', invitationIds)
    .where('one_time_tokens.voided_at', 'is', null)
    .where('one_time_tokens.used_at', 'is', null)
    .where('mails.status', 'in', ['queued', 'failed'])
    .where('mails.held_for_sender', '=', 1)
    .execute();
  return new Set(rows.map(({ invitation_id }) => invitation_id));
};

/**
 * The next email to send: those that someone waits for before invitations, and the tenants in turn.
 * @param after the tenant whose turn was last
 * @param maxDelayMs the longest wait between two attempts. One that ends later comes from a clock that was ahead
 */
export const nextDueMail = (
  db: Queries,
  { now, after, maxDelayMs }: { now: number; after: string; maxDelayMs: number },
): Promise<MailRow | undefined> =>
  sendable(db)
    .selectAll('mails')
    .where(({ eb, or }) =>
      or([eb('mails.next_attempt_at', '<=', now), eb('mails.next_attempt_at', '>', latestEnd(now, maxDelayMs))]),
    )
    .orderBy(({ case: when }) => when().when('mails.kind', '=', 'invitation').then(1).else(0).end())
    .orderBy(({ case: when }) => when().when('mails.tenant_id', '<=', after).then(1).else(0).end())
    .orderBy('mails.tenant_id')
    .orderBy('mails.next_attempt_at')
    .orderBy('mails.id')
    .limit(1)
    .executeTakeFirst();

/** The email whose sender the mail server refused, and that is tried again first. Undefined if none was. */
export const findRefusedSender = (db: Queries): Promise<MailRow | undefined> =>
  sendable(db)
    .selectAll('mails')
    .where('mails.status', '=', 'failed')
    .where('mails.last_error', '=', 'sender_refused')
    .orderBy('mails.next_attempt_at')
    .orderBy('mails.id')
    .limit(1)
    .executeTakeFirst();

export const countMailsByStatus = async (db: Queries): Promise<{ status: MailRow['status']; count: number }[]> => {
  const rows = await ofPeople(db)
    .select(({ fn }) => ['status', fn.countAll().as('count')])
    .groupBy('status')
    .execute();
  return rows.map(({ status, count }) => ({ status, count: toInteger(count) }));
};

/** When the next attempt to send an email is or was due, in milliseconds since the epoch. Undefined if none waits. */
export const firstMailDueAt = async (db: Queries): Promise<number | undefined> => {
  const row = await sendable(db)
    .select(({ fn }) => fn.min('mails.next_attempt_at').as('at'))
    .executeTakeFirst();
  return row?.at === null || row?.at === undefined ? undefined : toInteger(row.at);
};

/** Counts emails that wait to be sent or retried. */
export const countWaitingMails = (db: Queries): Promise<number> =>
  countOf(ofPeople(db).where('status', 'in', ['queued', 'failed']));

/** Abandons all waiting emails with a reason; each can still be sent manually. */
export const abandonWaitingMails = (db: Queries, reason: MailRow['last_error']) =>
  tablesOf(db)
    .updateTable('mails')
    .set({ status: 'abandoned', last_error: reason })
    .where('status', 'in', ['queued', 'failed'])
    .where('tenant_id', 'not in', (query) => query.selectFrom('sample_tenants').select('tenant_id'))
    .execute();

export const updateMail = (db: Queries, id: string, change: Partial<MailRow>) =>
  tablesOf(db).updateTable('mails').set(change).where('id', '=', id).execute();

/** Puts a failed or abandoned email back in the queue. */
export const requeueMail = (db: Queries, tenantId: string, id: string, now: number): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('mails')
      .set({ status: 'queued', attempts: 0, next_attempt_at: now, last_error: null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('status', 'in', ['failed', 'abandoned']),
  );

/** Deletes a tenant's emails to some addresses, including invitations, except those to other accounts. */
export const deleteMailsTo = (db: Queries, tenantId: string, userId: string, recipients: readonly string[]) =>
  tablesOf(db)
    .deleteFrom('mails')
    .where('tenant_id', '=', tenantId)
    .where('recipient', 'in', recipients)
    .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
    .execute();

/** Deletes up to `limit` emails that are older than their organization keeps them. Returns how many. */
export const deleteOldMails = (db: Queries, now: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('mails')
      .where('id', 'in', (query) =>
        query
          // A cross join keeps its order: the organizations, then the oldest emails of each by their index.
          .selectFrom('tenants')
          .crossJoin('mails')
          .select('mails.id')
          .whereRef('mails.tenant_id', '=', 'tenants.id')
          .where(({ eb, ref }) =>
            eb('mails.created_at', '<', eb(eb.val(now), '-', inMs(ref('tenants.mail_retention_days'), day))),
          )
          .limit(limit)
          .forUpdate('mails')
          .skipLocked(),
      ),
  );

/** A page of the emails of all tenants that could not be delivered, by ID. */
export const listFailedMails = (db: Queries, after: string, limit: number): Promise<MailRow[]> =>
  ofPeople(db)
    .selectAll()
    .where('status', 'in', ['failed', 'abandoned'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
