import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../database/schema.ts';
import { changedOne, countOf } from './sql.ts';

/** A secret that can be read again with the key that sealed it. Its text begins with the ID of that key and a dot. */
export interface SealedValue {
  id: string;
  sealed: string;
}

/** A column of sealed values. */
interface SealedColumn {
  count(db: Queries, kid: string): Promise<number>;
  /** Values after an ID, in order. */
  after(db: Queries, kid: string, id: string, limit: number): Promise<SealedValue[]>;
  /** Replaces a value, unless it was changed meanwhile. */
  replace(db: Queries, value: SealedValue, sealed: string): Promise<boolean>;
}

const isSealedWith = (column: Expression<string | null>, kid: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`substr(${column}, 1, ${kid.length + 1}) = ${`${kid}.`}`;

const mails: SealedColumn = {
  count: (db, kid) => countOf(db.selectFrom('mails').where(({ ref }) => isSealedWith(ref('sealed_secret'), kid))),
  after: (db, kid, id, limit) =>
    db
      .selectFrom('mails')
      .select(['id', 'sealed_secret as sealed'])
      .where(({ ref }) => isSealedWith(ref('sealed_secret'), kid))
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .$narrowType<{ sealed: string }>()
      .execute(),
  replace: (db, { id, sealed: old }, sealed) =>
    changedOne(
      db.updateTable('mails').set({ sealed_secret: sealed }).where('id', '=', id).where('sealed_secret', '=', old),
    ),
};

const secondFactors: SealedColumn = {
  count: (db, kid) =>
    countOf(db.selectFrom('second_factors').where(({ ref }) => isSealedWith(ref('sealed_secret'), kid))),
  after: (db, kid, id, limit) =>
    db
      .selectFrom('second_factors')
      .select(['user_id as id', 'sealed_secret as sealed'])
      .where(({ ref }) => isSealedWith(ref('sealed_secret'), kid))
      .where('user_id', '>', id)
      .orderBy('user_id')
      .limit(limit)
      .execute(),
  replace: (db, { id, sealed: old }, sealed) =>
    changedOne(
      db
        .updateTable('second_factors')
        .set({ sealed_secret: sealed })
        .where('user_id', '=', id)
        .where('sealed_secret', '=', old),
    ),
};

/** There is one mail server at most. */
const onlyId = '1';

const mailServer: SealedColumn = {
  count: (db, kid) =>
    countOf(db.selectFrom('mail_server').where(({ ref }) => isSealedWith(ref('sealed_password'), kid))),
  after: async (db, kid, id) => {
    const rows = await db
      .selectFrom('mail_server')
      .select('sealed_password as sealed')
      .where(({ ref }) => isSealedWith(ref('sealed_password'), kid))
      .$narrowType<{ sealed: string }>()
      .execute();
    return id < onlyId ? rows.map(({ sealed }) => ({ id: onlyId, sealed })) : [];
  },
  replace: (db, { sealed: old }, sealed) =>
    changedOne(db.updateTable('mail_server').set({ sealed_password: sealed }).where('sealed_password', '=', old)),
};

const providerSettings: SealedColumn = {
  count: (db, kid) =>
    countOf(db.selectFrom('provider_settings').where(({ ref }) => isSealedWith(ref('sealed_key'), kid))),
  after: (db, kid, id, limit) =>
    db
      .selectFrom('provider_settings')
      .select(['tenant_id as id', 'sealed_key as sealed'])
      .where(({ ref }) => isSealedWith(ref('sealed_key'), kid))
      .where('tenant_id', '>', id)
      .orderBy('tenant_id')
      .limit(limit)
      .$narrowType<{ sealed: string }>()
      .execute(),
  // Without a new version: what people have set is the same.
  replace: (db, { id, sealed: old }, sealed) =>
    changedOne(
      db
        .updateTable('provider_settings')
        .set({ sealed_key: sealed })
        .where('tenant_id', '=', id)
        .where('sealed_key', '=', old),
    ),
};

/** Every column of sealed values, by the purpose of the key that seals it. */
export const sealedColumns = {
  outbox: mails,
  'second-factor': secondFactors,
  'mail-server': mailServer,
  provider: providerSettings,
} as const;
