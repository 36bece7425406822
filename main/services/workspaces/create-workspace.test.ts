import { describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { watchQueries } from '#e2e/support/watched-queries.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { asTransaction, tablesOf } from '../../storage/database/tables.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());

const create = (name: string, slug?: string, person: Person = owner) =>
  app.call(
    contract.workspaces.createWorkspace,
    { tenant_id: person.tenantId, name, ...(slug !== undefined && { slug }) },
    { token: person.token },
  );
const slugsOf = async (tenantId: string) =>
  (
    await tablesOf(app.service.context.db.read)
      .selectFrom('workspaces')
      .select('slug')
      .where('tenant_id', '=', tenantId)
      .execute()
  ).map(({ slug }) => slug);

describe('creating a workspace', () => {
  it('starts at full health, with its creator as owner and Admin', async () => {
    const workspace = await create('Client One');
    expect(workspace).toEqual({
      workspace_id: expect.stringMatching(/^ws_/),
      slug: 'client-one',
      description: '',
      health_set_at: expect.any(String),
      health_set_by: { user_id: owner.id, name: expect.any(String) },
      created_by: { user_id: owner.id, name: expect.any(String) },
      name: 'Client One',
      health_score: 100,
      owner_id: owner.id,
      member_count: 1,
      my_role: 'Admin',
      created_at: toIso(app.clock.now()),
    });
    const members = await app.call(
      contract.workspaces.listWorkspaceMembers,
      { tenant_id: owner.tenantId, slug: 'client-one' },
      { token: owner.token },
    );
    expect(members).toEqual({
      members: [
        {
          user_id: owner.id,
          name: owner.name,
          email: owner.email,
          role: 'Admin',
          own_role: 'Admin',
          groups: [],
          granted_at: toIso(app.clock.now()),
          granted_by: { user_id: owner.id, name: owner.name },
        },
      ],
      total: 1,
    });
  });

  it('derives a slug from any name, and adds a number if it is taken', async () => {
    const names: [string, string][] = [
      ['Ärger & Söhne GmbH', 'arger-sohne-gmbh'],
      ['ärger -- söhne gmbh!', 'arger-sohne-gmbh-2'],
      ['Ärger, Söhne, GmbH', 'arger-sohne-gmbh-3'],
      ['山田', 'workspace'],
      ['!!!', 'workspace-2'],
      ['x'.repeat(200), 'x'.repeat(58)],
      ['x'.repeat(200), `${'x'.repeat(58)}-2`],
    ];
    for (const [name, slug] of names) expect((await create(name)).slug).toBe(slug);
  });

  it('accepts a given slug, once per tenant', async () => {
    expect((await create('Given', 'my-slug')).slug).toBe('my-slug');
    const before = await slugsOf(owner.tenantId);
    await failsWith(create('Other', 'my-slug'), 'SLUG_TAKEN');
    expect(await slugsOf(owner.tenantId)).toEqual(before);
    const stranger = await app.owner();
    expect((await create('Same elsewhere', 'my-slug', stranger)).slug).toBe('my-slug');
  });

  it('gives 30 concurrent ones with the same name a slug each', async () => {
    const host = await app.owner();
    const made = await Promise.all(Array.from({ length: 30 }, () => create('Rush', undefined, host)));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(30);
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => create('Rush', 'only-one', host)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await slugsOf(host.tenantId)).toHaveLength(31);
  });

  it('finds a free slug with the same few statements, however many are taken', async () => {
    const { db } = app.service.context;
    const host = await app.owner();
    const transaction = db.transaction.bind(db);
    let statements = 0;
    const counting = watchQueries({ onStatement: () => (statements += 1) });
    vi.spyOn(db, 'transaction').mockImplementation((scope, work) =>
      transaction(scope, (tx) => work(asTransaction(tablesOf(tx).withPlugin(counting)))),
    );
    const statementsFor = async (name: string, slug: string) => {
      statements = 0;
      expect((await create(name, undefined, host)).slug).toBe(slug);
      return statements;
    };
    const first = await statementsFor('Common', 'common');
    const { id: _, ...row } = await tablesOf(db.read)
      .selectFrom('workspaces')
      .selectAll()
      .where('tenant_id', '=', host.tenantId)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 50 }, (_, index) => ({ ...row, id: `ws_${index}`, slug: `common-${index + 2}` }));
    await tablesOf(db.write).insertInto('workspaces').values(more).execute();
    expect(await statementsFor('Common', 'common-52')).toBe(first);
    expect(first).toBeGreaterThan(0);
  });
});
