import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely';
import { expect, it } from 'vitest';
import type { Schema } from '../../schema.ts';
import { contains, databaseSize, joinedTexts, rowsAsJson } from '../../sql.ts';
import { DatabaseServerQueryCompiler } from './query-compiler.ts';
import { ValueList } from './values.ts';

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
    createQueryCompiler: () => new DatabaseServerQueryCompiler(),
  },
});

it('sends a list of any length as one parameter', () => {
  const users = db.selectFrom('users').select('id');
  for (const ids of [[], ['a'], ['a', 'b']]) {
    const found = users.where('id', 'in', ids).compile();
    expect(found.sql).toBe('select "id" from "users" where "id" = any($1)');
    expect(found.parameters).toEqual([new ValueList(ids)]);
    expect(users.where('id', 'not in', ids).compile().sql).toBe('select "id" from "users" where "id" <> all($1)');
  }
});

it('writes its own names for the portable functions', () => {
  const { sql } = db
    .selectFrom('users')
    .where(({ ref }) => contains(ref('search_text'), 'Ada'))
    .select([rowsAsJson(['id', 'name']).as('rows'), joinedTexts('email').as('emails'), databaseSize().as('bytes')])
    .compile();
  expect(sql).toBe(
    `select coalesce(json_agg(json_build_array("id", "name")), '[]')::text as "rows", ` +
      `string_agg("email", ',') as "emails", pg_database_size(current_database()) as "bytes" ` +
      `from "users" where strpos("search_text", $1) > 0`,
  );
});
