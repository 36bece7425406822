import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { WorkspaceRole } from '#shared/rules/roles.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());
const member = perFile(() => app.join(owner));

const list = async (actor: Person, userId: string) => {
  const input = { tenant_id: actor.tenantId, user_id: userId };
  return (await app.call(contract.team.listMemberWorkspaces, input, { token: actor.token })).workspaces;
};
const put = (slug: string, person: Person, role: WorkspaceRole) =>
  app.call(
    contract.workspaces.setWorkspaceMember,
    { tenant_id: owner.tenantId, slug, user_id: person.id, role },
    { token: owner.token },
  );

describe("a member's workspaces", () => {
  it("are returned with the role there, whether they own it, and the caller's role", async () => {
    const admin = await app.join(owner, 'admin');
    const yard = await createWorkspace(app, admin, 'Yard');
    const hall = await createWorkspace(app, owner, 'Hall');
    await createWorkspace(app, owner, 'Elsewhere');
    await put(hall.slug, admin, 'Viewer');
    expect(await list(owner, admin.id)).toEqual([
      {
        workspace_id: hall.workspace_id,
        slug: 'hall',
        name: 'Hall',
        role: 'Viewer',
        own_role: 'Viewer',
        groups: [],
        owned: false,
        my_role: 'Admin',
      },
      {
        workspace_id: yard.workspace_id,
        slug: 'yard',
        name: 'Yard',
        role: 'Admin',
        own_role: 'Admin',
        groups: [],
        owned: true,
        my_role: null,
      },
    ]);
  });

  it('are only the shared ones if the caller does not see all', async () => {
    const colleague = await app.join(owner);
    const shared = await createWorkspace(app, owner, 'Shared');
    const secret = await createWorkspace(app, owner, 'Secret');
    await put(shared.slug, member, 'Admin');
    await put(shared.slug, colleague, 'Member');
    await put(secret.slug, colleague, 'Member');
    expect((await list(member, colleague.id)).map(({ name, my_role }) => [name, my_role])).toEqual([
      ['Shared', 'Admin'],
    ]);
    expect((await list(colleague, colleague.id)).map(({ name }) => name)).toEqual(['Secret', 'Shared']);
  });
});
