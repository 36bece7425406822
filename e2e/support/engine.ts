import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { testCluster } from './new-data-folder.ts';

/** Whether this run's services use the embedded database, and so are alone on it. */
export const isEmbedded = (): boolean => process.env[testCluster.url] === undefined;

/** Orders rows as they were inserted; on a server, as they were last written. */
export const storedOrder = (): RawBuilder<unknown> => sql.raw(isEmbedded() ? 'rowid' : 'ctid');

/** References to rows that don't exist. A server checks each of them as it is written. */
export const foreignKeyFaults = async (db: Queries): Promise<unknown[]> =>
  isEmbedded() ? (await sql`pragma foreign_key_check`.execute(tablesOf(db))).rows : [];

const refusal = (event: string): string[] =>
  isEmbedded()
    ? [`create trigger refuse before ${event} begin select raise(abort, 'refused'); end`]
    : [
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
        `create trigger refuse before ${event} for each statement execute function refuse()`,
      ];

/** Runs work while the database refuses an event, such as `update on audit_heads`, with the error `refused`. */
export const whileRefused = async (db: Queries, event: string, work: () => Promise<void>): Promise<void> => {
  for (const statement of refusal(event)) await sql.raw(statement).execute(tablesOf(db));
  try {
    await work();
  } finally {
    const table = event.split(' ').at(-1);
    const statements = isEmbedded()
      ? ['drop trigger refuse']
      : [`drop trigger refuse on ${table}`, 'drop function refuse'];
    for (const statement of statements) await sql.raw(statement).execute(tablesOf(db));
  }
};
