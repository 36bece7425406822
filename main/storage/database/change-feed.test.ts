import { type Compilable, Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedText } from '#e2e/support/stored-text.ts';
import { allTopics, type ChangeFeed, createChangeFeed, type Topic } from './change-feed.ts';
import type { TableName } from './deletion-cascades.ts';
import { createMutex } from './engines/sqlite/mutex.ts';
import { openSqlite3, type Sqlite3Connection } from './engines/sqlite/sqlite3-connection.ts';
import { writerDialect } from './engines/sqlite/sqlite3-dialect.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { type Write, writtenBy } from './statement-write.ts';

const topics = ['authority', 'members', 'member_pages', 'mail'] as const;
let changes: ChangeFeed;
let db: Kysely<Schema>;
let connection: Sqlite3Connection;
beforeEach(async () => {
  changes = createChangeFeed();
  const mutex = createMutex(1000, () => new Error('busy'));
  connection = await openSqlite3(':memory:', 'create');
  db = new Kysely<Schema>({ dialect: writerDialect(connection, mutex, changes) });
  for (const migration of Object.values(migrations)) await migration.up(db);
});
afterEach(() => connection.close());

const tenant = (id: string) => ({ id, name: id, created_at: 0, delete_at: null });
/** The topics that a statement that changes a row invalidates for somebody whose tenant it doesn't name. */
const raisedBy = (statement: Compilable): Topic[] => {
  const before = changes.position();
  const written = writtenBy(statement.compile(), { rows: [], numAffectedRows: 1n });
  changes.committed(written ? [written] : []);
  return topics.filter((topic) => !changes.isCurrent(topic, 'anyone', before));
};
const request = (id: string) => ({ id, kind: 'verification', email: `${id}@example.com`, created_at: 0 }) as const;

describe('the change feed', () => {
  it('invalidates only the topics of the written table', () => {
    expect(raisedBy(db.insertInto('tenants').values(tenant('a')))).toEqual([]);
    expect(raisedBy(db.updateTable('tenants').set({ delete_at: 1 }))).toEqual(['authority']);
    expect(raisedBy(db.updateTable('users').set({ role: 'admin' }))).toEqual(['authority', 'members', 'member_pages']);
    expect(raisedBy(db.deleteFrom('users'))).toEqual(['authority', 'members', 'member_pages', 'mail']);
    expect(raisedBy(db.updateTable('sessions').set({ ended_at: 1 }))).toEqual(['authority']);
    expect(raisedBy(db.updateTable('api_keys').set({ scopes: storedText('[]') }))).toEqual(['authority']);
    expect(raisedBy(db.deleteFrom('api_keys'))).toEqual(['authority']);
    expect(raisedBy(db.updateTable('api_keys').set({ last_used_at: 1 }))).toEqual([]);
    expect(raisedBy(db.insertInto('mail_requests').values(request('r')))).toEqual(['mail']);
    expect(raisedBy(db.updateTable('mails').set({ status: 'sent' }))).toEqual(['mail']);
    expect(raisedBy(db.updateTable('workspaces').set({ name: 'x' }))).toEqual([]);
    expect(raisedBy(db.selectFrom('users').selectAll())).toEqual([]);
  });

  it('ignores bookkeeping columns that no cache includes, unless others change too', () => {
    const touch = { last_active_at: 1 };
    expect(raisedBy(db.updateTable('sessions').set(touch))).toEqual([]);
    expect(raisedBy(db.updateTable('users').set({ last_login_at: 1 }))).toEqual(['member_pages']);
    expect(raisedBy(db.updateTable('sessions').set({ ...touch, ended_at: 2 }))).toEqual(['authority']);
  });

  it('ignores a statement that changes no row', async () => {
    await db.insertInto('tenants').values(tenant('a')).execute();
    const before = changes.position();
    const none = db.updateTable('tenants').set({ delete_at: 1 }).where('id', '=', 'b');
    await none.execute();
    await none.returning('id').execute();
    await db.transaction().execute((tx) => tx.deleteFrom('tenants').where('id', '=', 'b').execute());
    expect(changes.position()).toBe(before);
    await none.clearWhere().execute();
    expect(changes.position()).toBe(before + 1);
  });

  it('reports a transaction once when it commits, and not if it rolls back', async () => {
    const listener = vi.fn();
    changes.onCommit('mail', listener);
    const before = changes.position();
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('mail_requests').values(request('a')).execute();
      await tx.insertInto('mail_requests').values(request('b')).execute();
      expect(listener).not.toHaveBeenCalled();
      expect(changes.isCurrent('mail', 'anyone', before)).toBe(true);
    });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(changes.position()).toBe(before + 1);
    expect(changes.isCurrent('mail', 'anyone', before)).toBe(false);
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('mail_requests').values(request('c')).execute();
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(changes.position()).toBe(before + 1);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  /** Topics that a new row raises, and those that only a change of a row raises. */
  const refreshed: Partial<Record<TableName, { added: Topic[]; changed?: Topic[] }>> = {
    api_keys: { added: [], changed: ['authority'] },
    application_consents: { added: ['applications'] },
    application_custom_roles: { added: ['applications'] },
    application_groups: { added: ['applications'] },
    application_secrets: { added: ['applications'] },
    applications: { added: ['applications'] },
    audit_events: { added: ['account', 'audit'], changed: ['audit_erasures'] },
    cost_changes: { added: ['costs'] },
    cost_lines: { added: ['costs'] },
    cost_months: { added: ['costs'] },
    custom_role_accounts: { added: ['authority', 'custom_roles'] },
    custom_role_groups: { added: ['applications', 'authority', 'custom_roles'] },
    custom_role_members: { added: ['applications', 'authority', 'custom_roles'] },
    custom_roles: { added: ['applications', 'custom_roles'], changed: ['authority'] },
    group_members: { added: ['applications', 'authority', 'groups', 'workspaces'] },
    group_workspaces: { added: ['groups', 'workspaces'] },
    groups: { added: ['applications', 'groups', 'workspaces'] },
    hosting_approvals: { added: ['runs'] },
    hosting_invoices: { added: ['costs'] },
    invitations: { added: ['invitations'] },
    logout_notices: { added: ['logouts'] },
    mail_hold: { added: ['mail', 'mail_settings', 'mail_status'] },
    mail_requests: { added: ['mail'] },
    mail_server: { added: ['mail', 'mail_settings', 'mail_status'] },
    mails: { added: ['mail', 'outbox'] },
    passkeys: { added: ['authority', 'second_factors'] },
    provider_settings: { added: ['servers'] },
    second_factors: { added: ['second_factors'], changed: ['authority'] },
    protected_sessions: { added: [], changed: ['authority'] },
    sessions: { added: ['sessions'], changed: ['authority'] },
    smtp_ip_addresses: { added: ['servers'] },
    tenants: { added: [], changed: ['authority', 'tenant'] },
    upgrade_queues: { added: ['runs'] },
    upgrade_runs: { added: ['runs'] },
    users: { added: ['member_pages', 'members'], changed: ['authority'] },
    vps_instances: { added: ['servers'] },
    workspace_members: { added: ['workspaces'] },
    workspaces: { added: ['workspaces'] },
    one_time_tokens: { added: [] },
  };
  it.each(Object.entries(refreshed) as [TableName, { added: Topic[]; changed?: Topic[] }][])(
    'tells everyone who shows rows of %s',
    (table, { added, changed = [] }) => {
      const raised = (write: Write): Topic[] => {
        const before = changes.position();
        changes.committed([write]);
        return allTopics().filter((topic) => !changes.isCurrent(topic, 'anyone', before));
      };
      expect(raised({ kind: 'insert', table }).sort()).toEqual(added);
      const all = [...added, ...changed].sort();
      expect(raised({ kind: 'update', table, columns: ['any'] }).sort()).toEqual(all);
      expect(raised({ kind: 'change', tables: [table] }).sort()).toEqual(all);
    },
  );

  const unrelated: Write = { kind: 'insert', table: 'workspaces' };
  const renamed: Write = { kind: 'update', table: 'users', columns: ['name'] };
  const event: Write = { kind: 'insert', table: 'audit_events', event: { tenant: 'named', ids: [] } };
  /** What each kind of commit leaves of what was read before, by tenant. `own` is the tenant of the transaction. */
  const kinds: Record<string, { writes: Write[]; tenant?: string; holdsFor: readonly string[] }> = {
    'an edit in a transaction that names its tenant': {
      writes: [renamed],
      tenant: 'own',
      holdsFor: ['named', 'other'],
    },
    'the same with an entry in the log of another tenant': {
      writes: [renamed, event],
      tenant: 'own',
      holdsFor: ['other'],
    },
    'the same with a statement that returned rows of another tenant': {
      writes: [renamed, { ...renamed, tenants: ['named'] }],
      tenant: 'own',
      holdsFor: ['other'],
    },
    'an edit in a transaction without a tenant': { writes: [renamed], holdsFor: [] },
    'the same with an entry in the log of a tenant': { writes: [renamed, event], holdsFor: [] },
    'raw SQL in a transaction that names its tenant': { writes: [{ kind: 'unknown' }], tenant: 'own', holdsFor: [] },
    'a write to another table': { writes: [unrelated], tenant: 'own', holdsFor: ['own', 'named', 'other'] },
  };
  it.each(Object.entries(kinds))(
    '%s: what was read of others holds, unless it is shared',
    (_, { writes, tenant, holdsFor }) => {
      const feeds = { embedded: createChangeFeed(), shared: createChangeFeed(() => {}) };
      for (const [engine, feed] of Object.entries(feeds)) {
        const before = feed.position();
        feed.committed(writes, tenant);
        const held = ['own', 'named', 'other'].filter((id) => feed.isCurrent('authority', id, before));
        expect(held).toEqual(engine === 'shared' ? [] : holdsFor);
      }
    },
  );

  it.each([
    ['of a tenant', { everyone: false, tenants: new Set(['own']) }, ['other']],
    ['of all tenants', { everyone: true, tenants: new Set<string>() }, []],
    ['of nobody knows whom', { everyone: false, tenants: new Set<string>() }, []],
  ])('what was read of others seems to hold after another process wrote data %s', (_, commit, holdsFor) => {
    const feed = createChangeFeed(() => {});
    const before = feed.position();
    const seen = () => ['own', 'other'].filter((id) => feed.seemsCurrent('authority', id, before));
    expect(seen()).toEqual(['own', 'other']);
    feed.received({ topics: ['authority'], commit: { ...commit, named: new Set() } });
    expect(seen()).toEqual(holdsFor);
  });

  it('notifies only the listeners of a topic', async () => {
    const [mail, members] = [vi.fn(), vi.fn()];
    changes.onCommit('mail', mail);
    changes.onCommit('members', members);
    await db.insertInto('mail_requests').values(request('a')).execute();
    expect(mail).toHaveBeenCalledTimes(1);
    expect(members).not.toHaveBeenCalled();
  });
});
