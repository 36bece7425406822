import { type Kysely, sql } from 'kysely';

/**
 * Descriptions and creators of workspaces, who granted each role in them, and the history of their health scores
 * (DECISION 0216). What the audit log still knows of earlier changes becomes the beginning of that history.
 */
export const workspaceHistory = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await fillFromAuditLog(db);
  },
};

const statements = [
  `alter table workspaces add column description text not null default ''`,
  'alter table workspaces add column created_by text references users (id) on delete set null',
  'create index workspaces_created_by on workspaces (created_by)',
  'alter table workspace_members add column granted_by text references users (id) on delete set null',
  'alter table workspace_members add column granted_at bigint',
  'create index workspace_members_granted_by on workspace_members (granted_by)',
  `create table workspace_health (
    workspace_id text not null references workspaces (id) on delete cascade,
    sequence integer not null,
    at bigint not null,
    score integer not null check (score between 0 and 100),
    set_by text references users (id) on delete set null,
    primary key (workspace_id, sequence)
  )`,
  'create index workspace_health_set_by on workspace_health (set_by)',
];

interface EventRow {
  at: number;
  actor_id: string;
  action: string;
  target_id: string;
  details: string;
}

const fillFromAuditLog = async (db: Kysely<unknown>): Promise<void> => {
  const { rows: workspaces } = await sql<{ id: string }>`select id from workspaces`.execute(db);
  const changes = new Map(workspaces.map(({ id }) => [id, 0]));
  if (changes.size === 0) return;
  const { rows } = await sql<EventRow>`
    select at, actor_id, action, target_id, details from audit_events
    where action in ('createWorkspace', 'updateWorkspace') order by tenant_id, sequence
  `.execute(db);
  for (const { at, actor_id, action, target_id, details } of rows) {
    const count = changes.get(target_id);
    if (count === undefined) continue;
    // No one, if the account is deleted.
    const actor = sql`(select id from users where id = ${actor_id})`;
    if (action === 'createWorkspace') {
      await sql`update workspaces set created_by = ${actor} where id = ${target_id}`.execute(db);
    }
    const score: unknown = action === 'createWorkspace' ? 100 : JSON.parse(details).health_score;
    if (typeof score !== 'number') continue;
    changes.set(target_id, count + 1);
    await sql`
      insert into workspace_health (workspace_id, sequence, at, score, set_by)
      values (${target_id}, ${count + 1}, ${at}, ${score}, ${actor})
    `.execute(db);
  }
};
