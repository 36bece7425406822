import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataFolder } from '../../platform/data-folder.ts';
import { openDatabase } from '../engines/sqlite/open.ts';
import { migrations } from './index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-history-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '043'));

it('begins the history with what the audit log tells', async () => {
  const earlier = await openDatabase(dataFolder(folder), { migrations: before });
  const run = (text: string) => sql.raw(text).execute(earlier.write);
  const insertEvent = (sequence: number, actor: string, action: string, target: string, details: object) =>
    run(`insert into audit_events
      (tenant_id, sequence, at, actor_id, actor_name, action, target_kind, target_id, details, hash,
       actor_text, target_text, actor_digest, target_digest, previous_hash) values
      ('tnt_a', ${sequence}, ${sequence * 10}, '${actor}', '', '${action}', 'workspace', '${target}',
       '${JSON.stringify(details)}', '', '', '', '', '', '')`);
  await run(`insert into tenants (id, name, created_at) values ('tnt_a', 'A', 0)`);
  await run(`insert into users (id, tenant_id, email, name, name_key, search_text, role, status, password_hash, email_verified, last_login_at,
    created_at, preferences) values ('user_a', 'tnt_a', 'a@example.com', 'A', 'a', '', 'owner', 'active', '', 1, 0, 0, '{}')`);
  await run(`insert into workspaces (id, tenant_id, slug, name, name_key, health_score, owner_id, created_at)
    values ('ws_a', 'tnt_a', 'a', 'A', 'a', 60, 'user_a', 0), ('ws_b', 'tnt_a', 'b', 'B', 'b', 100, 'user_a', 0)`);
  await insertEvent(1, 'user_a', 'createWorkspace', 'ws_a', { slug: 'a' });
  await insertEvent(2, 'user_gone', 'updateWorkspace', 'ws_a', { health_score: 30 });
  await insertEvent(3, 'user_a', 'updateWorkspace', 'ws_a', { name: 'A' });
  await insertEvent(4, 'user_a', 'updateWorkspace', 'ws_a', { name: 'A', health_score: 60 });
  await insertEvent(5, 'user_a', 'createWorkspace', 'ws_deleted', { slug: 'c' });
  await earlier.close();

  const db = await openDatabase(dataFolder(folder));
  const changes = await db.read.selectFrom('workspace_health').selectAll().orderBy('sequence').execute();
  expect(changes).toEqual([
    { workspace_id: 'ws_a', sequence: 1, at: 10, score: 100, set_by: 'user_a' },
    { workspace_id: 'ws_a', sequence: 2, at: 20, score: 30, set_by: null },
    { workspace_id: 'ws_a', sequence: 3, at: 40, score: 60, set_by: 'user_a' },
  ]);
  const creators = await db.read.selectFrom('workspaces').select(['id', 'created_by']).orderBy('id').execute();
  expect(creators).toEqual([
    { id: 'ws_a', created_by: 'user_a' },
    { id: 'ws_b', created_by: null },
  ]);
  await db.close();
});
