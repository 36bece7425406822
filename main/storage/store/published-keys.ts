import type { Selectable } from 'kysely';
import type { PublishedKeyTable } from '../database/installation-schema.ts';
import type { Queries } from '../database/schema.ts';
import { tablesOf } from '../database/tables.ts';

export type PublishedKeyRow = Omit<Selectable<PublishedKeyTable>, 'id'>;

/** Publishes a key, in place of an earlier one. */
export const publishKey = (db: Queries, row: PublishedKeyRow) =>
  tablesOf(db)
    .insertInto('published_keys')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();

export const findPublishedKey = (db: Queries): Promise<PublishedKeyRow | undefined> =>
  tablesOf(db).selectFrom('published_keys').select(['key_id', 'sealed_key', 'published_at']).executeTakeFirst();

/** Withdraws a key, unless another one was published since. */
export const withdrawKey = (db: Queries, keyId: string) =>
  tablesOf(db).deleteFrom('published_keys').where('key_id', '=', keyId).execute();

/** Withdraws whatever is published. */
export const withdrawAll = (db: Queries) => tablesOf(db).deleteFrom('published_keys').execute();
