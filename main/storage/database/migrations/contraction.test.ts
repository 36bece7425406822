import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { describe, expect, it } from 'vitest';
import { breakingStatements, statementsOf } from '#e2e/support/recorded-migration.ts';
import { contraction, type OwnMigration, requiredBy } from './contraction.ts';
import { migrations } from './index.ts';

/** Why a migration may not follow the earlier ones. */
const problemsOf = async (name: string, migration: OwnMigration, earlier: readonly string[]): Promise<string[]> => {
  const released = await Promise.all(Object.values(migrations).map(statementsOf));
  const broken = breakingStatements(await statementsOf(migration), released.flat());
  const { requires } = migration;
  if (requires === undefined) return broken.map((statement) => `${name} is no contraction: ${statement}`);
  return earlier.includes(requires) ? [] : [`${name} requires ${requires}, which is no earlier migration`];
};

const running = (...statements: string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

describe('migrations', () => {
  it('take nothing from the version before them, unless the database then refuses that version', async () => {
    const names = Object.keys(migrations);
    const problems: string[] = [];
    for (const [index, name] of names.entries()) {
      const migration = migrations[name];
      if (!migration) continue;
      problems.push(...(await problemsOf(name, migration, names.slice(0, index))));
    }
    expect(problems).toEqual([]);
  });

  it.each([
    'drop table mails',
    'alter table users drop column name',
    'alter table users rename column name to title',
    'alter table users alter column name type integer',
    'alter table users add column title text not null',
    'alter table users add constraint short check (length(name) < 9)',
    'create unique index users_name on users (name)',
    'drop index users_email',
    'alter table users drop constraint users_tenant_id_fkey',
  ])('are held back by the check: %s', async (statement) => {
    expect(await problemsOf('900-later', running(statement), [])).toEqual([
      `900-later is no contraction: ${statement}`,
    ]);
    const marked = contraction('899-before', running(statement));
    expect(await problemsOf('900-later', marked, ['899-before'])).toEqual([]);
    expect(await problemsOf('900-later', marked, [])).toEqual([
      '900-later requires 899-before, which is no earlier migration',
    ]);
  });

  it.each([
    'alter table users add column title text',
    "alter table users add column title text not null default ''",
    'create index users_name on users (name)',
    'drop index sessions_user',
    'alter table users drop constraint users_role_check',
    'create table titles (id text primary key, name text not null unique)',
  ])('may do this: %s', async (statement) => {
    expect(await problemsOf('900-later', running(statement), [])).toEqual([]);
  });

  it('may make a new column unique that earlier versions leave null', async () => {
    const unique = 'create unique index one on users (tenant_id, title)';
    const problemsWith = (column: string) =>
      problemsOf('900-later', running(`alter table users add column ${column}`, unique), []);
    expect(await problemsWith('title text')).toEqual([]);
    for (const column of ["title text not null default ''", "title text default ''", 'other text']) {
      expect(await problemsWith(column)).toEqual([`900-later is no contraction: ${unique}`]);
    }
  });

  it('may make a column of a new table unique', async () => {
    const added = running('create table titles (id text, name text)', 'create unique index one on titles (name)');
    expect(await problemsOf('900-later', added, [])).toEqual([]);
  });
});

it('the newest requirement of several migrations counts', () => {
  const plain = running();
  expect(requiredBy([plain])).toBeUndefined();
  expect(requiredBy([contraction('040-b', plain), plain, contraction('039-a', plain)])).toBe('040-b');
});
