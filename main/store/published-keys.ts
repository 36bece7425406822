import type { Selectable } from 'kysely';
import type { PublishedKeyTable } from '../database/installation-schema.ts';
import type { Queries } from '../database/schema.ts';

export type PublishedKeyRow = Omit<Selectable<PublishedKeyTable>, 'id'>;

/** Publishes a key, in place of an earlier one. */
export const publishKey = (db: Queries, row: PublishedKeyRow) =>
  db
    .insertInto('published_keys')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();

export const findPublishedKey = (db: Queries): Promise<PublishedKeyRow | undefined> =>
  db.selectFrom('published_keys').select(['key_id', 'sealed_key', 'published_at']).executeTakeFirst();

/** Withdraws a key, unless another one was published since. */
export const withdrawKey = (db: Queries, keyId: string) =>
  db.deleteFrom('published_keys').where('key_id', '=', keyId).execute();

/** Withdraws whatever is published. */
export const withdrawAll = (db: Queries) => db.deleteFrom('published_keys').execute();
