import { type Kysely, sql } from 'kysely';

/** Which versions may use the database, so that one can still start while others have migrated it (DECISION 0166). */
export const schemaSupport = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table schema_support (
    id integer primary key check (id = 1),
    oldest_migration text not null
  )`,
  `insert into schema_support (id, oldest_migration) values (1, '033-schema-support')`,
];
