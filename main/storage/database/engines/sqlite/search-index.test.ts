import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { invite, scheduleDeletion } from '#e2e/support/team.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { purge } from '#main/jobs/purge.ts';
import { day } from '#shared/rules/limits.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';
import { tablesOf } from '../../tables.ts';
import { copyDatabaseFile } from './copy-file.ts';
import { readDatabase, readFacts } from './open.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());
const folder = perFile(() => temporaryFolder('castellan-search-'));

const db = () => app.service.context.db;
const rename = (person: Person, text: string) =>
  tablesOf(db().write)
    .updateTable('users')
    .set({ search_text: searchKey(text) })
    .where('id', '=', person.id)
    .execute();

describe('the index of people', () => {
  it('finds any part of a text, as it is now, in one organization', async () => {
    const person = await app.join(owner);
    const other = await app.owner();
    await rename(person, 'zoë "quoted" o\'hara % _\nzoe@example.com');
    await rename(other, 'zoë elsewhere');
    for (const text of ['zoë', 'OË "Q', "o'h", '% _', 'zoe@exam', 'a % _\nzo']) {
      expect(await db().search('users', owner.tenantId, text)).toEqual([person.id]);
    }
    for (const text of ['zoi', 'quoted or', '"quoted"o', 'elsewhere']) {
      expect(await db().search('users', owner.tenantId, text)).toEqual([]);
    }
    expect(await db().search('users', other.tenantId, 'zoë')).toEqual([other.id]);
    await rename(person, 'renamed');
    expect(await db().search('users', owner.tenantId, 'quoted')).toEqual([]);
    expect(await db().search('users', owner.tenantId, 'rename')).toEqual([person.id]);
  });

  it('leaves to others what it can not find', async () => {
    for (const text of ['', 'zo', 'ab\0c']) expect(await db().search('users', owner.tenantId, text)).toBeUndefined();
  });

  it('leaves to others what matches most rows', async () => {
    const { id, tenantId } = await app.owner();
    await sql`insert into users (id, tenant_id, email, name, name_key, search_text, role, status, password_hash,
        email_verified, preferences, created_at, last_login_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 2001)
      select 'user_many_' || i, tenant_id, 'many.' || i || '@example.com', name, name_key, 'many ' || i || '.', role, status,
        password_hash, email_verified, preferences, created_at, last_login_at
      from n, users where id = ${id}`.execute(tablesOf(db().write));
    expect(await db().search('users', tenantId, 'many')).toBeUndefined();
    expect(await db().search('users', tenantId, 'many 1.')).toEqual(['user_many_1']);
    expect(await db().search('users', owner.tenantId, 'many')).toEqual([]);
  });
});

describe('the index of the audit log', () => {
  it('finds who acted and on whom, until they are erased', async () => {
    const person = await app.join(owner, 'admin', 'vanishing@example.com');
    await invite(app, person, 'invited.by@example.com');
    const found = await db().search('audit_events', owner.tenantId, 'vanishing@');
    expect(found?.length).toBeGreaterThan(1);
    await scheduleDeletion(app, person);
    app.clock.advance(31 * day);
    await purge(app.service.context);
    expect(await db().search('audit_events', owner.tenantId, 'vanishing@')).toEqual([]);
    await sql`create virtual table temp.terms using fts5vocab (main, audit_events_search, row)`.execute(
      tablesOf(db().write),
    );
    const { rows } = await sql<{ term: string }>`select term from temp.terms`.execute(tablesOf(db().write));
    expect(rows.map(({ term }) => term)).not.toContain('van');
    expect(rows.map(({ term }) => term)).not.toContain('shi');
  });
});

it('is not counted as a table of a backup', async () => {
  const tables = Object.keys((await readFacts(join(app.dataDir, 'castellan.db'))).tables);
  expect(tables).toContain('audit_events');
  expect(tables.filter((name) => name.includes('search'))).toEqual([]);
});

it('belongs to its rows in a copy, too, although rows between them were deleted', async () => {
  const other = await app.owner();
  const [first, second] = [await app.join(other), await app.join(other)];
  await rename(first, 'first of the copied');
  await rename(second, 'second of the copied');
  await tablesOf(db().write).deleteFrom('users').where('id', '=', first.id).execute();
  const copy = join(folder.path, 'copy.db');
  await copyDatabaseFile(join(app.dataDir, 'castellan.db'), copy);
  const rows = await readDatabase(copy, async (read) => {
    const found = await sql<{ id: string }>`select id from users where rowid in (
      select rowid from users_search where users_search match '"of the copied"')`.execute(tablesOf(read));
    return found.rows;
  });
  expect(rows).toEqual([{ id: second.id }]);
  expect((await readFile(copy)).includes('first of the copied')).toBe(false);
});
