import type { Selectable } from 'kysely';
import type { ProtectedSessionTable } from '../../database/oauth-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, changedRows } from '../sql.ts';
import type { ApplicationRow } from './applications.ts';

export type ProtectedSessionRow = Selectable<ProtectedSessionTable>;

/** An application that protects a host, of an organization that isn't closed. */
export const findProtectedHost = (db: Queries, id: string): Promise<ApplicationRow | undefined> =>
  tablesOf(db)
    .selectFrom('applications')
    .innerJoin('tenants', 'tenants.id', 'applications.tenant_id')
    .selectAll('applications')
    .where('applications.id', '=', id)
    .where('applications.kind', '=', 'proxied')
    .where('tenants.delete_at', 'is', null)
    .executeTakeFirst();

export const insertProtectedSession = (db: Queries, row: ProtectedSessionRow) =>
  tablesOf(db).insertInto('protected_sessions').values(row).execute();

/** One that waits for the browser that it was made for, whether or not its time is over. */
export const findWaitingSession = (db: Queries, codeHash: string): Promise<ProtectedSessionRow | undefined> =>
  tablesOf(db)
    .selectFrom('protected_sessions')
    .selectAll()
    .where('secret_hash', '=', codeHash)
    .where('browser_hash', 'is not', null)
    .executeTakeFirst();

/** Opens a session that waits: from now on it is found by the hash of another secret. True for the one caller who did. */
export const openProtectedSession = (db: Queries, codeHash: string, secretHash: string): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('protected_sessions')
      .set({ secret_hash: secretHash, browser_hash: null, target: null, expires_at: null })
      .where('secret_hash', '=', codeHash)
      .where('browser_hash', 'is not', null),
  );

/** An open session at a host. */
export const findProtectedSession = (db: Queries, secretHash: string): Promise<ProtectedSessionRow | undefined> =>
  tablesOf(db)
    .selectFrom('protected_sessions')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('browser_hash', 'is', null)
    .executeTakeFirst();

export const deleteProtectedSession = (db: Queries, secretHash: string) =>
  tablesOf(db).deleteFrom('protected_sessions').where('secret_hash', '=', secretHash).execute();

/** Ends what was opened in a session. */
export const deleteProtectedSessionsIn = (db: Queries, sessionId: string) =>
  tablesOf(db).deleteFrom('protected_sessions').where('session_id', '=', sessionId).execute();

/** What was opened in a session goes on in another one of the same account. */
export const moveProtectedSessions = (db: Queries, from: string, to: string) =>
  tablesOf(db).updateTable('protected_sessions').set({ session_id: to }).where('session_id', '=', from).execute();

/** Deletes those that no one has opened in time. Returns how many. */
export const deleteExpiredProtectedSessions = (db: Queries, now: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('protected_sessions')
      .where('secret_hash', 'in', (query) =>
        query.selectFrom('protected_sessions').select('secret_hash').where('expires_at', '<=', now).limit(limit),
      )
      .where('expires_at', '<=', now),
  );
