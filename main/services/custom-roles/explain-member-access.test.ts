import { describe, expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { reassignWorkspaces } from '#main/storage/store/workspaces/workspaces.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { permissionNames } from '#shared/rules/access-explanation.ts';
import { grantablePermissions, type Permission, type workspaceRights } from '#shared/rules/permissions.ts';
import { roles, workspaceRoles } from '#shared/rules/roles.ts';
import { AppError, type ErrorKey } from '#shared/texts/errors.ts';

const app = perFile(async () => {
  const service = await createTestService({ 'rate-limits': 'off' });
  const owner = await service.owner();
  const north = await createWorkspace(service, owner, 'North');
  const south = await createWorkspace(service, owner, 'South');
  return Object.assign(service, { owner, north, south });
});
const { customRoles, team, workspaces } = contract;
const at = () => ({ tenant_id: app.owner.tenantId });
const by = ({ token }: { token: string }) => ({ token });

const explain = async (person: Person, reader: Person = app.owner) =>
  (await app.call(customRoles.explainMemberAccess, { ...at(), user_id: person.id }, by(reader))).permissions;

/** Whether a call fails with one of these errors. */
const failsBy = (call: Promise<unknown>, ...keys: ErrorKey[]): Promise<boolean> =>
  call.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return keys.includes(error.key);
      throw error;
    },
  );

/** Whether a call of an operation with no more than the organization does nothing: it lacks something, or changes nothing. */
const isHarmless = (operation: OperationSpec): boolean => {
  const { tenant_id: _, ...rest } = operation.input.shape;
  const lacks = Object.values(rest).some((field) => !field.safeParse(undefined).success);
  // These change nothing without anything to change, and remove nothing but sample data.
  return lacks || isRead(operation) || ['updatePolicies', 'removeSampleTenant'].includes(operation.id);
};

/** An operation that takes a permission. */
const takes = (permission: Permission): OperationSpec | undefined =>
  operations
    .map(({ operation }): OperationSpec => operation)
    .filter(({ allow, auth }) => allow === permission && auth === 'bearer')
    .find(isHarmless);

const inWorkspace = {
  'workspaces.read': (person: Person, slug: string) => app.call(workspaces.getWorkspace, { ...at(), slug }, by(person)),
  'workspaces.health': (person: Person, slug: string) =>
    app.call(workspaces.updateWorkspace, { ...at(), slug, health_score: 50 }, by(person)),
  'workspaces.settings': (person: Person, slug: string) =>
    app.call(workspaces.updateWorkspace, { ...at(), slug, description: 'Changed' }, by(person)),
} satisfies Record<keyof typeof workspaceRights, unknown>;

const isOfWorkspaces = (permission: Permission): permission is keyof typeof inWorkspace => permission in inWorkspace;

/** Where the service lets someone do what takes a permission: they have tried. */
const triedReach = async (person: Person, permission: Permission): Promise<'organization' | 'workspaces' | 'none'> => {
  if (isOfWorkspaces(permission)) {
    const [north, south] = [
      await failsBy(inWorkspace[permission](person, app.north.slug), 'FORBIDDEN', 'NOT_FOUND'),
      await failsBy(inWorkspace[permission](person, app.south.slug), 'FORBIDDEN', 'NOT_FOUND'),
    ];
    return north ? 'none' : south ? 'workspaces' : 'organization';
  }
  const operation = takes(permission);
  if (!operation) throw new Error(`No operation tells about ${permission}`);
  return (await failsBy(app.call(operation, at() as never, by(person)), 'FORBIDDEN')) ? 'none' : 'organization';
};

type Way = [name: string, give: (person: Person) => Promise<unknown>];

const ways: Way[] = [
  ...roles.map(
    (role): Way => [
      `the role ${role}`,
      (person) => app.call(team.changeRole, { ...at(), user_id: person.id, role }, by(app.owner)),
    ],
  ),
  ...grantablePermissions.flatMap((permission): Way[] => [
    [`a custom role with ${permission}`, (person) => createCustomRole(app, app.owner, [permission], [person.id])],
    [
      `a group with a custom role with ${permission}`,
      async (person) => {
        const { group_id } = await createGroup(app, app.owner, `${permission} ${person.id}`, { members: [person.id] });
        await createCustomRole(app, app.owner, [permission], [group_id]);
      },
    ],
  ]),
  ...workspaceRoles.flatMap((role): Way[] => [
    [
      `the workspace role ${role}`,
      (person) =>
        app.call(
          workspaces.setWorkspaceMember,
          { ...at(), slug: app.north.slug, user_id: person.id, role },
          by(app.owner),
        ),
    ],
    [
      `a group with the workspace role ${role}`,
      (person) =>
        createGroup(app, app.owner, `${role} ${person.id}`, {
          members: [person.id],
          workspaces: { [app.north.slug]: role },
        }),
    ],
  ]),
];

describe('the explanation of what someone may do', () => {
  it.each(ways)('is what the service lets them do: by %s', async (_name, give) => {
    const person = await app.join(app.owner);
    await give(person);
    const explained = await explain(person);
    expect(explained.map(({ permission }) => permission)).toEqual(permissionNames);
    const tried: Record<string, string> = {};
    for (const permission of permissionNames) tried[permission] = await triedReach(person, permission);
    expect(Object.fromEntries(explained.map(({ permission, reach }) => [permission, reach]))).toEqual(tried);
    for (const { permission, reach, role, custom_roles, workspaces: from } of explained) {
      const sources = (role ? 1 : 0) + custom_roles.length + from.length;
      expect(sources > 0, `${permission} comes from somewhere`).toBe(reach !== 'none');
    }
  });

  it('names each way, and what would give the rest', async () => {
    const person = await app.join(app.owner);
    const { group_id } = await createGroup(app, app.owner, 'Lab', {
      members: [person.id],
      workspaces: { [app.north.slug]: 'Member' },
    });
    const own = await createCustomRole(app, app.owner, ['audit.read'], [person.id]);
    const other = await createCustomRole(app, app.owner, ['audit.read'], [group_id]);
    const unheld = await createCustomRole(app, app.owner, ['mail.manage']);
    const explained = new Map((await explain(person)).map((each) => [each.permission, each]));
    const group = { group_id, name: 'Lab' };
    expect(explained.get('audit.read')).toMatchObject({
      role: null,
      custom_roles: [
        { role_id: own.role_id, group: null },
        { role_id: other.role_id, group },
      ],
    });
    expect(explained.get('workspaces.health')?.workspaces).toEqual([
      { workspace: { slug: app.north.slug, name: 'North' }, role: 'Member', group },
    ]);
    const { custom_roles, ...lowest } = explained.get('mail.manage')?.would_give ?? { custom_roles: [] };
    expect(lowest).toEqual({ role: 'admin', workspace_role: null, grantable: true });
    expect(custom_roles.map(({ role_id }) => role_id)).toContain(unheld.role_id);
    expect(explained.get('workspaces.settings')?.would_give).toMatchObject({ role: 'admin', workspace_role: 'Admin' });
    expect(explained.get('policies.manage')?.would_give).toEqual({
      ...{ role: 'owner', workspace_role: null, grantable: false },
      custom_roles: [],
    });
  });

  it('doesn’t name a workspace to someone who can’t see it', async () => {
    const [person, reader] = [await app.join(app.owner), await app.join(app.owner)];
    await createGroup(app, app.owner, 'Hidden', { members: [person.id], workspaces: { [app.north.slug]: 'Viewer' } });
    await createCustomRole(app, app.owner, ['roles.manage'], [reader.id]);
    const read = (await explain(person, reader)).find(({ permission }) => permission === 'workspaces.read');
    expect(read).toMatchObject({ reach: 'workspaces', workspaces: [{ workspace: null, role: 'Viewer' }] });
    await failsWith(explain(reader, person), 'FORBIDDEN');
  });

  it('doesn’t name a workspace to someone who has become its owner and may not enter it', async () => {
    const [maker, heir, person] = [
      await app.join(app.owner, 'admin'),
      await app.join(app.owner, 'owner'),
      await app.join(app.owner),
    ];
    const { slug } = await createWorkspace(app, maker, 'Inherited');
    await app.call(workspaces.setWorkspaceMember, { ...at(), slug, user_id: person.id, role: 'Viewer' }, by(app.owner));
    const { tenantId } = app.owner;
    await app.service.context.db.transaction({ tenant: tenantId }, (tx) =>
      reassignWorkspaces(tx, tenantId, maker.id, heir.id),
    );
    const read = async () =>
      (await explain(person, heir)).find(({ permission }) => permission === 'workspaces.read')?.workspaces;
    expect(await read()).toMatchObject([{ workspace: { slug } }]);
    await app.call(team.changeRole, { ...at(), user_id: heir.id, role: 'member' }, by(app.owner));
    await createCustomRole(app, app.owner, ['roles.manage'], [heir.id]);
    Object.assign(heir, await app.login(heir));
    await failsWith(app.call(workspaces.getWorkspace, { ...at(), slug }, by(heir)), 'NOT_FOUND');
    expect(await read()).toMatchObject([{ workspace: null }]);
  });
});
