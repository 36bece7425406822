import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries, Schema } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

type Users = ExpressionBuilder<Schema, 'users'>;

/** The cost of a bcrypt hash: characters 5 and 6. Those of other systems have 00 there. */
const hashCost = ({ fn, lit }: Users) => fn<string>('substr', ['password_hash', lit(5), lit(2)]);
/** The kind of a hash from another system (main/security/imported-hashes.ts). */
const hashKind = ({ fn, lit }: Users) => fn<string>('substr', ['password_hash', lit(8), lit(32)]);

const findDearestCost = async (db: Queries): Promise<number> => {
  const row = await tablesOf(db)
    .selectFrom('users')
    .select((builder) => hashCost(builder).as('cost'))
    .orderBy(hashCost, 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.cost ?? 0);
};

/** Goes from one kind to the next by the index, however many accounts have hashes of a kind. */
export const listImportedKinds = async (db: Queries): Promise<string[]> => {
  const kinds: string[] = [];
  for (;;) {
    const row = await tablesOf(db)
      .selectFrom('users')
      .select((builder) => hashKind(builder).as('kind'))
      // As in the index, which has only these.
      .where(sql<boolean>`substr(password_hash, 1, 4) = '$im$'`)
      .where((builder) => builder(hashKind(builder), '>', kinds.at(-1) ?? ''))
      .orderBy(hashKind)
      .limit(1)
      .executeTakeFirst();
    if (!row) return kinds;
    kinds.push(row.kind);
  }
};

/** What stored password hashes take: the highest cost of bcrypt's, and the kinds of those from other systems. */
export const findStoredHashes = async (db: Queries): Promise<{ dearest: number; imported: string[] }> => ({
  dearest: await findDearestCost(db),
  imported: await listImportedKinds(db),
});
