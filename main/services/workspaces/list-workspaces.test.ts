import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());
const member = perFile(() => app.join(owner));
beforeAll(async () => {
  for (const name of ['beta', 'Alpha', 'Ölmühle', '100% Sure', 'Gamma', 'gamma']) {
    await createWorkspace(app, owner, name);
  }
  for (const slug of ['alpha', 'olmuhle']) {
    await app.call(
      contract.workspaces.setWorkspaceMember,
      { tenant_id: owner.tenantId, slug, user_id: member.id, role: 'Viewer' },
      { token: owner.token },
    );
  }
  const stranger = await app.owner();
  await createWorkspace(app, stranger, 'Alpha elsewhere');
});

const list = (person: Person, query: object = {}) =>
  app.call(contract.workspaces.listWorkspaces, { tenant_id: person.tenantId, ...query }, { token: person.token });
const slugs = async (person: Person, query: object = {}) =>
  (await list(person, query)).workspaces.map(({ slug }) => slug);

describe('listing workspaces', () => {
  it("shows owners and admins all of the tenant's by name, with their own role or none", async () => {
    const admin = await app.join(owner, 'admin');
    const { workspaces, total } = await list(admin);
    expect(total).toBe(6);
    expect(workspaces.map(({ name }) => name.toLowerCase())).toEqual([
      '100% sure',
      'alpha',
      'beta',
      'gamma',
      'gamma',
      'ölmühle',
    ]);
    expect(new Set(workspaces.map(({ my_role }) => my_role))).toEqual(new Set([null]));
    expect((await list(owner)).workspaces.every(({ my_role }) => my_role === 'Admin')).toBe(true);
  });

  it('shows members only their own, including totals and searches', async () => {
    expect(await list(member)).toMatchObject({ total: 2, workspaces: [{ slug: 'alpha' }, { slug: 'olmuhle' }] });
    expect(await list(member, { q: 'beta' })).toEqual({ workspaces: [], total: 0 });
  });

  it('searches name and slug in any case and script, without wildcards', async () => {
    expect(await slugs(owner, { q: 'ÖLMÜHLE' })).toEqual(['olmuhle']);
    expect(await slugs(owner, { q: 'olmu' })).toEqual(['olmuhle']);
    expect(await slugs(owner, { q: '%' })).toEqual(['100-sure']);
    expect(await slugs(owner, { q: 'elsewhere' })).toEqual([]);
    expect((await list(owner, { q: 'gamma' })).total).toBe(2);
  });

  it('pages without gap or overlap, even with equal names', async () => {
    const whole = await slugs(owner);
    const pieces = [];
    for (let offset = 0; offset < 6; offset += 4) pieces.push(...(await slugs(owner, { limit: 4, offset })));
    expect(pieces).toEqual(whole);
    expect(await list(owner, { offset: 6 })).toEqual({ workspaces: [], total: 6 });
  });
});
