import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { onlyOnDatabaseServer } from '#e2e/support/every-table.ts';
import { hashMigrations, recordingRefusal, type SchemaFixture, schemaFixtures } from '#e2e/support/schema-fixtures.ts';
import { referencingTables, type TableName } from '#main/storage/database/deletion-cascades.ts';
import type { OwnMigration } from '#main/storage/database/migrations/contraction.ts';
import { migrations } from '#main/storage/database/migrations/index.ts';

const changedSince = (migration: string, schema: string, version: string): string =>
  `${migration} changed since ${version} recorded ${schema}. Add a migration instead, or record it again if ${version} isn't released`;

/** What keeps these migrations from being built, given what was recorded. */
const problemsOf = async (
  known: Readonly<Record<string, OwnMigration>>,
  fixtures: readonly SchemaFixture[],
): Promise<string[]> => {
  const hashes = await hashMigrations(known);
  const names = Object.keys(known);
  return [
    ...names
      .filter((name) => !fixtures.some((fixture) => fixture.name === name))
      .map((name) => `${name} has no fixture: run npm run record-schema`),
    ...fixtures.flatMap(({ name, version, migrations: recorded }) =>
      Object.keys({ ...recorded, ...hashes })
        .filter((one) => names.indexOf(one) <= names.indexOf(name) && recorded[one] !== hashes[one])
        .map((one) => changedSince(one, name, version)),
    ),
  ];
};

const running = (...statements: string[]): OwnMigration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

describe('recorded schemas', () => {
  it('exist for every migration, as it is', async () => {
    expect(await problemsOf(migrations, schemaFixtures())).toEqual([]);
  });

  it.each(schemaFixtures())('are complete: $name', ({ files, installations }) => {
    expect(Object.values(files).filter((file) => !existsSync(file))).toEqual([]);
    expect(Object.keys(installations)).toEqual(['folder', 'server']);
  });

  it('have rows in every table of the newest schema, on each engine', () => {
    const newest = schemaFixtures().at(-1)?.installations;
    const tables = Object.keys(referencingTables) as TableName[];
    expect(tables.filter((table) => !newest?.server.rows[table])).toEqual([]);
    expect(tables.filter((table) => !newest?.folder.rows[table] && !onlyOnDatabaseServer.has(table))).toEqual([]);
  });
});

describe('a schema', () => {
  const released = ['0.2.0', '0.1.0'];
  const refusal = (version: string, recordedBy?: string) =>
    recordingRefusal('002-later', { version, recordedBy, released });

  it('is recorded by the version that will have it, as often as needed', () => {
    expect([refusal('0.3.0'), refusal('0.3.0', '0.3.0'), refusal('0.2.0', '0.3.0')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is not recorded again after its release', () => {
    expect(refusal('0.3.0', '0.2.0')).toBe('0.2.0 has recorded 002-later. Add a migration');
  });

  it("is not recorded by a release that didn't have it", () => {
    expect(refusal('0.2.0')).toBe("0.2.0 didn't have 002-later. Raise the version in package.json");
  });
});

describe('the check of recorded schemas', () => {
  const later = '999-later';
  const first = Object.keys(migrations)[0] ?? '';

  it('finds a migration without its fixture', async () => {
    const known = { ...migrations, [later]: running('create table titles (id text)') };
    expect(await problemsOf(known, schemaFixtures())).toContain(`${later} has no fixture: run npm run record-schema`);
  });

  const baseline = migrations[first] as OwnMigration;
  it.each([
    ['another statement', { ...baseline, up: running('drop table mails').up }],
    ['no statement on a server', { ...baseline, onDatabaseServer: async () => {} }],
    ['other letters in a value', running("insert into schema_support values (1, '001-Baseline')")],
  ])('finds %s in a released migration', async (_what, changed) => {
    const known = { ...migrations, [first]: changed };
    expect(await problemsOf(known, schemaFixtures())).toContain(changedSince(first, first, '0.1.0'));
  });

  it.each([
    ['renamed', { '001-start': baseline }],
    ['gone', {}],
  ])('finds a released migration that is %s', async (_what, known) => {
    expect(await problemsOf(known, schemaFixtures())).not.toEqual([]);
  });
});
