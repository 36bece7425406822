import { tablesOf } from '#main/storage/database/tables.ts';
import type { TestService } from './test-service.ts';

/** Database contents, for tests that check effects as well as answers. */

/** The stored columns of an account. */
export const storedUser = (app: TestService, id: string) =>
  tablesOf(app.service.context.db.read).selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Ids of a user's active sessions, oldest first. */
export const openSessions = async (app: TestService, userId: string): Promise<string[]> => {
  const rows = await tablesOf(app.service.context.db.read)
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
};

/** Kinds of the emails to an address, oldest first, after all pending mail requests have been processed. */
export const mailKindsTo = async (app: TestService, recipient: string): Promise<string[]> => {
  await app.service.mailWorker.drain();
  const rows = await tablesOf(app.service.context.db.read)
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};

/** A user's valid one-time tokens in the database, by purpose. */
export const openTokens = async (app: TestService, userId: string): Promise<string[]> => {
  const rows = await tablesOf(app.service.context.db.read)
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', app.clock.now())
    .orderBy('purpose')
    .execute();
  return rows.map(({ purpose }) => purpose);
};
