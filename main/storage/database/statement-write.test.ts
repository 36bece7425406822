import { type Compilable, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { storedText } from '#e2e/support/stored-text.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { dataFolder, prepareDataFolder } from '../../platform/data-folder.ts';
import { createChangeFeed, type Topic } from './change-feed.ts';
import type { Database } from './database.ts';
import { referencingTables } from './deletion-cascades.ts';
import { openDatabase } from './engines/sqlite/open.ts';
import type { Schema } from './schema.ts';
import { writeOf, writtenBy } from './statement-write.ts';
import { tablesOf } from './tables.ts';

const topics = ['authority', 'members', 'member_pages', 'mail', 'runs', 'audit'] as const satisfies Topic[];

const place = perFile(() => temporaryFolder('castellan-writes-'));
let db: Database;
let write: Kysely<Schema>;
beforeAll(async () => {
  const folder = dataFolder(place.path);
  await prepareDataFolder(folder);
  db = await openDatabase(folder);
  write = tablesOf(db.write);
  await write.insertInto('tenants').values({ id: 't', name: 'T', created_at: 0, delete_at: null }).execute();
  await write
    .insertInto('users')
    .values({
      id: 'u',
      tenant_id: 't',
      email: 'u@example.com',
      name: 'U',
      name_key: 'u',
      search_text: 'u',
      role: 'owner',
      status: 'active',
      password_hash: '',
      email_verified: 1,
      pending_email: null,
      preferences: storedText<'users.preferences'>('{}'),
      created_at: 0,
      last_login_at: 0,
      delete_at: null,
    })
    .execute();
  await write.insertInto('api_keys').values(apiKey).execute();
});
afterAll(async () => {
  await db.close();
});

const apiKey = {
  id: 'k',
  user_id: 'u',
  name: 'K',
  prefix: 'castellan_',
  secret_hash: 'hash',
  scopes: storedText<'api_keys.scopes'>('["team.read"]'),
  created_at: 0,
  expires_at: null,
  last_used_at: null,
};

const raisedBy = async (act: () => Promise<unknown>): Promise<Topic[]> => {
  const before = db.changes.position();
  await act();
  return topics.filter((topic) => !db.changes.isCurrent(topic, 'anyone', before));
};
/** Those that a statement raises if it changes a row. */
const raisedByOneRow = (statement: Compilable): Topic[] => {
  const feed = createChangeFeed();
  const before = feed.position();
  const written = writtenBy(statement.compile(), { rows: [], numAffectedRows: 1n });
  feed.committed(written ? [written] : []);
  return topics.filter((topic) => !feed.isCurrent(topic, 'anyone', before));
};
const everything = [...topics];

describe('cache invalidation', () => {
  it('counts an upsert as a change of rows that exist', async () => {
    const change = { scopes: storedText<'api_keys.scopes'>('[]'), expires_at: 1 };
    const upsert = () =>
      write
        .insertInto('api_keys')
        .values(apiKey)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
        .execute();
    expect(await raisedBy(upsert)).toEqual(['authority']);
    const ignored = () =>
      write
        .insertInto('api_keys')
        .values(apiKey)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    expect(await raisedBy(ignored)).toEqual([]);
  });

  it('counts a replacement as a deletion, with everything that it cascades to', async () => {
    expect(await raisedBy(() => write.replaceInto('api_keys').values(apiKey).execute())).toEqual(['authority']);
    const orReplace = () => write.insertInto('sample_tenants').orReplace().values({ tenant_id: 't' }).execute();
    expect(await raisedBy(orReplace)).toEqual([]);
    const replaceInvitation = write.replaceInto('invitations').values({
      id: 'i',
      tenant_id: 't',
      email: 'i@example.com',
      role: 'member',
      status: 'pending',
      invited_by: 'u',
      created_at: 0,
      expires_at: 1,
    });
    // Deleting an invitation deletes its links, and clears them in mails.
    expect(await raisedBy(() => replaceInvitation.execute())).toEqual(['mail']);
  });

  it.each([
    ['an update', sql`update api_keys set scopes = '[]'`],
    ['a deletion', sql`delete from sessions`],
    ['a change of the schema', sql`create table if not exists extra (n integer)`],
    ['a write behind a comment', sql`/* select */ update users set name = 'V'`],
    ['a write after a common table expression', sql`with one as (select 1) delete from sessions`],
  ])('counts raw SQL as a write of everything: %s', async (_name, statement) => {
    expect(await raisedBy(() => statement.execute(write))).toEqual(everything);
    expect(await raisedBy(() => db.transaction({}, (tx) => statement.execute(tablesOf(tx))))).toEqual(everything);
  });

  it.each([
    ['select', sql`select 1`],
    ['pragma', sql`pragma wal_checkpoint(passive)`],
  ])('counts raw SQL that only reads as nothing: %s', async (_name, statement) => {
    expect(await raisedBy(() => statement.execute(write))).toEqual([]);
  });

  it('counts a deletion for every table that it cascades to', () => {
    expect(raisedByOneRow(write.deleteFrom('tenants').where('id', '=', 'x'))).toEqual(everything);
    expect(raisedByOneRow(write.deleteFrom('users').where('id', '=', 'x'))).toEqual(
      topics.filter((topic) => topic !== 'audit'),
    );
    expect(raisedByOneRow(write.deleteFrom('one_time_tokens').where('id', '=', 'x'))).toEqual(['mail']);
    expect(raisedByOneRow(write.deleteFrom('workspaces').where('id', '=', 'x'))).toEqual(['authority']);
  });

  it('counts whatever it cannot read as a write of everything', async () => {
    const extra = write as unknown as Kysely<{ extra: { n: number } }>;
    await sql`create table if not exists extra (n integer)`.execute(write);
    expect(await raisedBy(() => extra.insertInto('extra').values({ n: 1 }).execute())).toEqual(everything);
    expect(await raisedBy(() => write.schema.dropTable('extra').execute())).toEqual(everything);
    const withExpression = write
      .with('one', (query) => query.selectFrom('users').select('id'))
      .deleteFrom('recovery_codes')
      .where('user_id', 'in', (query) => query.selectFrom('one').select('id'));
    expect(await raisedBy(() => withExpression.execute())).toEqual(everything);
    const smuggled = write
      .insertInto('sample_tenants')
      .values({ tenant_id: 't' })
      .modifyEnd(sql`on conflict do nothing`);
    expect(await raisedBy(() => smuggled.execute())).toEqual(everything);
    expect(writeOf(write.deleteFrom(['workspaces', 'users']).compile())).toEqual({ kind: 'unknown' });
  });

  it('reads the table behind an alias, and the columns only where each is named with a plain value or another column', () => {
    const aliased = write.updateTable('sessions as s').set({ last_active_at: 1 });
    expect(raisedByOneRow(aliased)).toEqual([]);
    const copied = write
      .updateTable('sessions')
      .from('users')
      .set(({ ref }) => ({ last_active_at: ref('users.last_login_at') }))
      .whereRef('users.id', '=', 'sessions.user_id');
    expect(raisedByOneRow(copied)).toEqual([]);
    const computed = write.updateTable('sessions').set({ last_active_at: sql`1, ended_at = 2` });
    expect(raisedByOneRow(computed)).toEqual(['authority']);
  });
});

describe('the tables that a deletion reaches', () => {
  it('are those that the foreign keys of the schema name', async () => {
    const { rows } = await sql<{ child: string; parent: string; on_delete: string; on_update: string }>`
      select child.name as child, key."table" as parent, key.on_delete, key.on_update
      from sqlite_master as child, pragma_foreign_key_list(child.name) as key
      where child.type = 'table'
    `.execute(tablesOf(db.read));
    expect(rows.filter(({ on_update }) => on_update !== 'NO ACTION')).toEqual([]);
    const acting = rows.filter(({ on_delete }) => !['NO ACTION', 'RESTRICT'].includes(on_delete));
    const tables = await sql<{ name: string }>`
      select name from sqlite_master
      where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' and name not like '%\\_search%' escape '\\'
    `.execute(tablesOf(db.read));
    const actual = Object.fromEntries(
      tables.rows.map(({ name }) => [
        name,
        [...new Set(acting.filter(({ parent }) => parent === name).map(({ child }) => child))].sort(),
      ]),
    );
    expect(referencingTables).toEqual(actual);
  });

  it('are all that there are: triggers write to search indexes alone', async () => {
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where type = 'trigger'`.execute(
      tablesOf(db.read),
    );
    const written = rows.flatMap((row) => [...row.sql.matchAll(/\b(?:insert into|update(?! of)|delete from) (\w+)/g)]);
    expect(written.length).toBeGreaterThanOrEqual(rows.length);
    expect(new Set(written.map(([, table]) => table))).toEqual(new Set(['users_search', 'audit_events_search']));
  });
});
