import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createGroup } from '#e2e/support/groups.ts';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import type { Person } from '#e2e/support/test-service.ts';
import { english } from '#e2e/support/texts.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { team, groups } = contract;

/** What can be done to several people or invitations at once. */
interface BulkDialog {
  operation: string;
  /** The button of the list, and that of the dialog. */
  start: string;
  confirm: string | RegExp;
  prepare?: (cast: Cast) => Promise<unknown>;
  fill?: (page: ConsolePage) => Promise<void>;
  /** Those to whom it is done by now. */
  done: (cast: Cast) => Promise<readonly string[]>;
}

const membersWhere = async (
  { owner, read }: Cast,
  isDone: (member: { role: string; status: string }) => boolean,
): Promise<string[]> => {
  const { users } = await read(owner, team.listMembers, { tenant_id: owner.tenantId });
  return users.filter(isDone).map(({ user_id }) => user_id);
};

const dialogs: Record<string, BulkDialog> = {
  'team/bulk-role-dialog': {
    operation: 'team.changeRoles',
    start: english('team.selection.role'),
    confirm: /^Change 2 roles$/,
    fill: (page) => page.choose(english('team.bulkRole.role'), english('team.roles.admin')),
    done: (cast) => membersWhere(cast, ({ role }) => role === 'admin'),
  },
  'team/disable-dialog': {
    operation: 'team.disableMember',
    start: english('team.selection.disable'),
    confirm: /^Disable 2 /,
    done: (cast) => membersWhere(cast, ({ status }) => status === 'disabled'),
  },
  'team/removal-dialog': {
    operation: 'team.removeMembers',
    start: english('team.selection.remove'),
    confirm: /^Remove (?:2 )?members?$/,
    async done(cast) {
      const left = await membersWhere(cast, () => true);
      return left.includes(cast.member.id) ? [] : [cast.member.id];
    },
  },
  'team/workspace-dialog': {
    operation: 'workspaces.setWorkspaceMember',
    start: english('team.selection.workspace'),
    confirm: english('team.workspaces.dialog.action'),
    prepare: ({ app, owner }) => createWorkspace(app, owner, 'North'),
    async fill(page) {
      await page.choose('Workspace', 'North');
      await page.choose('Role', 'Viewer');
    },
    async done({ owner, read }) {
      const { tenantId: tenant_id } = owner;
      const [place] = (await read(owner, contract.workspaces.listWorkspaces, { tenant_id })).workspaces;
      const { members } = await read(owner, contract.workspaces.listWorkspaceMembers, {
        ...{ tenant_id, slug: place?.slug ?? '' },
      });
      return members.filter(({ role }) => role === 'Viewer').map(({ user_id }) => user_id);
    },
  },
  'team/add-to-group-dialog': {
    operation: 'groups.addGroupMembers',
    start: english('team.selection.group'),
    confirm: english('team.groups.dialog.action'),
    prepare: ({ app, owner }) => createGroup(app, owner, 'Design'),
    fill: (page) => page.choose(english('team.groups.dialog.label'), 'Design'),
    async done({ owner, read }) {
      const { tenantId: tenant_id } = owner;
      const [group] = (await read(owner, groups.listGroups, { tenant_id })).groups;
      const { members } = await read(owner, groups.listGroupMembers, { tenant_id, group_id: group?.group_id ?? '' });
      return members.map(({ user_id }) => user_id);
    },
  },
};

/** Selects two people, of whom one is gone before it is done, and opens the dialog. */
const openFor = async (cast: Cast, { start, prepare, fill }: BulkDialog) => {
  const { app, owner, member, open } = cast;
  const [gone, other]: Person[] = [await app.join(owner), await app.join(owner)];
  if (!gone || !other) throw new Error('Nobody joined');
  await prepare?.(cast);
  const page = await open(owner, '/dashboard/team');
  for (const { name } of [member, gone]) await page.press(`Select ${name}`);
  await page.press(start);
  await fill?.(page);
  return { page, gone };
};

for (const [file, dialog] of Object.entries(dialogs)) {
  screenTest(file, [dialog.operation], 'does it to all but one, and says to whom it didn’t', async (cast) => {
    const { app, owner, member } = cast;
    const { page, gone } = await openFor(cast, dialog);
    const { tenantId: tenant_id, token } = owner;
    await app.call(team.removeMembers, { tenant_id, user_ids: [gone.id] }, { token });
    const { promise, resolve } = Promise.withResolvers<void>();
    page.answer(dialog.operation, async (real) => {
      await promise;
      return real();
    });
    await page.press(dialog.confirm);
    // What is under way can't be closed, or nobody would learn how it ended.
    await page.keys('{Escape}');
    resolve();
    const { closest } = Element.prototype;
    const refused = closest.call(await page.see(gone.name), 'li');
    expect(refused?.textContent).toMatch(new RegExp(`^${gone.name}: .{10}`));
    expect(document.querySelector('[role="dialog"]')?.textContent).not.toContain(member.name);
    expect(await dialog.done(cast)).toEqual([member.id]);
    await page.keys('{Escape}');
    await page.closed();
  });

  screenTest(file, [], 'does nothing when it is cancelled', async (cast) => {
    const { page } = await openFor(cast, dialog);
    const before = await dialog.done(cast);
    await page.keys('{Escape}');
    await page.closed();
    expect(page.sent.map(({ path }) => path)).not.toContain(dialog.operation);
    expect(await dialog.done(cast)).toEqual(before);
  });
}

/** What else says how several went. */
const elsewhere = ['team/invitations-bulk', 'team/invite-dialog', 'team/one-by-one-dialog'];

it('knows every dialog that does something to several', () => {
  const found = globSync('*/*.tsx', { cwd: new URL('features', import.meta.url).pathname })
    .filter((file) =>
      /useBulk\(\)|<OneByOneDialog/.test(readFileSync(new URL(`features/${file}`, import.meta.url), 'utf8')),
    )
    .map((file) => file.replace('.tsx', ''));
  expect([...Object.keys(dialogs), ...elsewhere].sort()).toEqual(found.sort());
});
