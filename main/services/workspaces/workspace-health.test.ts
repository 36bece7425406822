import { beforeAll, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace, scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { purge } from '#main/jobs/purge.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { getWorkspace, listWorkspaceHealth, listWorkspaceMembers, setWorkspaceMember, updateWorkspace } =
  contract.workspaces;

const app = perFile(() => createTestService());
let owner: Person;
let admin: Person;
beforeAll(async () => {
  owner = await app.owner();
  admin = await app.join(owner, 'admin');
});

const at = (slug: string) => ({ tenant_id: owner.tenantId, slug });
const rate = ({ token }: Person, slug: string, health_score: number) =>
  app.call(updateWorkspace, { ...at(slug), health_score }, { token });
const historyOf = (slug: string, page: object = {}, { token }: Person = owner) =>
  app.call(listWorkspaceHealth, { ...at(slug), ...page }, { token });
const now = () => new Date(app.clock.now()).toISOString();
const eventsOf = async (workspace: string) =>
  (
    await app.call(contract.audit.listAuditEvents, { tenant_id: owner.tenantId, workspace }, { token: owner.token })
  ).events.map(({ action }) => action);

it('keeps each score with its time and who set it, from the creation on', async () => {
  const made = now();
  const { created_by } = await createWorkspace(app, owner, 'History');
  expect(created_by).toMatchObject({ user_id: owner.id });
  app.clock.advance(minute);
  const first = now();
  expect(await rate(admin, 'history', 40)).toMatchObject({
    health_set_at: first,
    health_set_by: { user_id: admin.id },
  });
  app.clock.advance(minute);
  // The same score again isn't a change.
  await rate(owner, 'history', 40);
  await app.call(updateWorkspace, { ...at('history'), name: 'Renamed' }, { token: owner.token });
  const { changes, total } = await historyOf('history');
  expect(changes).toMatchObject([
    { at: first, score: 40, set_by: { user_id: admin.id } },
    { at: made, score: 100, set_by: { user_id: owner.id } },
  ]);
  expect(total).toBe(2);
  expect(await historyOf('history', { limit: 1, offset: 1 })).toEqual({ changes: changes.slice(1), total: 2 });
});

it('shows the history to members of the workspace and to no one else of the team', async () => {
  await createWorkspace(app, owner, 'Seen');
  const [viewer, outsider] = [await app.join(owner), await app.join(owner)];
  await app.call(setWorkspaceMember, { ...at('seen'), user_id: viewer.id, role: 'Viewer' }, { token: owner.token });
  expect((await historyOf('seen', {}, viewer)).total).toBe(1);
  await failsWith(historyOf('seen', {}, outsider), 'NOT_FOUND');
});

it('does not name anyone for a score that another version changed without its history', async () => {
  const { workspace_id } = await createWorkspace(app, owner, 'Beside');
  await app.service.context.db.transaction({ tenant: owner.tenantId }, (tx) =>
    tablesOf(tx).updateTable('workspaces').set({ health_score: 7 }).where('id', '=', workspace_id).execute(),
  );
  expect(await app.call(getWorkspace, at('beside'), { token: owner.token })).toMatchObject({
    health_score: 7,
    health_set_at: null,
    health_set_by: null,
  });
});

it('names who granted each role', async () => {
  await createWorkspace(app, owner, 'Grants');
  const given = await app.join(owner);
  app.clock.advance(minute);
  await app.call(setWorkspaceMember, { ...at('grants'), user_id: given.id, role: 'Viewer' }, { token: admin.token });
  const { members } = await app.call(listWorkspaceMembers, at('grants'), { token: owner.token });
  expect(members.find(({ user_id }) => user_id === given.id)).toMatchObject({
    granted_at: now(),
    granted_by: { user_id: admin.id },
  });
  expect(members.find(({ user_id }) => user_id === owner.id)).toMatchObject({ granted_by: { user_id: owner.id } });
});

it('forgets the names of accounts that are deleted permanently, and keeps the scores', async () => {
  const leaving = await app.join(owner, 'admin');
  await createWorkspace(app, leaving, 'Orphan');
  await rate(leaving, 'orphan', 55);
  await scheduleDeletion(app, leaving);
  app.clock.advance(31 * day);
  await purge(app.service.context);
  const again = await app.login(owner);
  const { changes } = await historyOf('orphan', {}, again);
  expect(changes).toMatchObject([
    { score: 55, set_by: null },
    { score: 100, set_by: null },
  ]);
  expect((await app.call(getWorkspace, at('orphan'), { token: again.token })).created_by).toBeNull();
});

it('lists the audit entries of one workspace, its roles included', async () => {
  owner = await app.login(owner);
  const [one, other] = [await createWorkspace(app, owner, 'One'), await createWorkspace(app, owner, 'Other')];
  const guest = await app.join(owner);
  const scope = { ...at('one'), user_id: guest.id };
  await app.call(setWorkspaceMember, { ...scope, role: 'Member' }, { token: owner.token });
  await rate(owner, 'one', 10);
  await app.call(contract.workspaces.removeWorkspaceMember, scope, { token: owner.token });
  expect(await eventsOf(one.workspace_id)).toEqual([
    'removeWorkspaceMember',
    'updateWorkspace',
    'setWorkspaceMember',
    'createWorkspace',
  ]);
  expect(await eventsOf(other.workspace_id)).toEqual(['createWorkspace']);
  expect(await eventsOf('ws_unknown')).toEqual([]);
  // Entries of the workspace that are older than a whole page of others, and how many there are.
  const list = (query: object) =>
    app.call(contract.audit.listAuditEvents, { tenant_id: owner.tenantId, ...query }, { token: owner.token });
  expect((await list({})).total).toBeGreaterThan(5);
  const page = { workspace: one.workspace_id, limit: 1 };
  expect(await list({ ...page, offset: 3 })).toMatchObject({ total: 4, events: [{ action: 'createWorkspace' }] });
  expect((await list({ ...page, workspace: other.workspace_id })).total).toBe(1);
});
