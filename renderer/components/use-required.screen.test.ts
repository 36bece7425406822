import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { createWorkspace } from '#e2e/support/team.ts';

const screenTest = screenTests();

/** A form that needs one choice, or a dialog that does. */
interface AddForm {
  /** Where it is, and what opens it. */
  at: (cast: Cast) => Promise<{ path: string; open?: readonly string[] }>;
  /** The name of the form on its page. */
  form?: string;
  action: string | RegExp;
  field: string;
  error: string;
}

const ofGroup = async ({ app, owner, member }: Cast): Promise<string> => {
  const { slug } = await createWorkspace(app, owner, 'North');
  const { group_id } = await createGroup(app, owner, 'Design', {
    members: [member.id],
    workspaces: { [slug]: 'Viewer' },
  });
  await createCustomRole(app, owner, ['audit.read'], [group_id]);
  return `/dashboard/team/groups/${group_id}`;
};

const ofMember = async (cast: Cast): Promise<string> => {
  await ofGroup(cast);
  return `/dashboard/team/${cast.member.id}`;
};

const onPages: Record<string, AddForm> = {
  'team/add-to-workspace of a member': {
    at: async (cast) => ({ path: await ofMember(cast) }),
    form: 'Add to workspace',
    action: 'Add',
    field: 'Workspace',
    error: 'Choose a workspace',
  },
  'team/add-to-workspace of a group': {
    at: async (cast) => ({ path: await ofGroup(cast) }),
    form: 'Add to workspace',
    action: 'Add',
    field: 'Workspace',
    error: 'Choose a workspace',
  },
  'team/assign-custom-role of a member': {
    at: async (cast) => ({ path: await ofMember(cast) }),
    form: 'Assign a custom role',
    action: 'Assign',
    field: 'Custom role',
    error: 'Choose a custom role',
  },
  'team/assign-custom-role of a group': {
    at: async (cast) => ({ path: await ofGroup(cast) }),
    form: 'Assign a custom role',
    action: 'Assign',
    field: 'Custom role',
    error: 'Choose a custom role',
  },
  'team/add-group-members': {
    at: async (cast) => ({ path: await ofGroup(cast) }),
    form: 'Add members',
    action: 'Add',
    field: 'Members to add',
    error: 'Choose someone to add',
  },
  'workspaces/add-member': {
    at: async ({ app, owner }) => {
      const { slug } = await createWorkspace(app, owner, 'North');
      return { path: `/dashboard/workspaces/${slug}?tab=members` };
    },
    form: 'Add a member',
    action: 'Add',
    field: 'Member',
    error: 'Choose someone to add',
  },
};

const inDialogs: Record<string, AddForm> = {
  'team/workspace-choice in a dialog': {
    at: async ({ member }) => ({
      path: '/dashboard/team',
      open: [`Actions for ${member.name}`, 'Add to workspace'],
    }),
    action: 'Add to workspace',
    field: 'Workspace',
    error: 'Choose a workspace',
  },
  'team/add-to-group-dialog': {
    at: async ({ member }) => ({ path: '/dashboard/team', open: [`Actions for ${member.name}`, 'Add to group'] }),
    action: 'Add to group',
    field: 'Group',
    error: 'Choose a group',
  },
  'team/bulk-role-dialog': {
    at: async ({ member }) => ({ path: '/dashboard/team', open: [`Actions for ${member.name}`, 'Change role'] }),
    action: 'Change 1 role',
    field: 'New role',
    error: 'Choose a role',
  },
};

it('knows every form that needs one choice', () => {
  const features = 'renderer/features';
  const found = globSync('**/*.tsx', { cwd: features })
    .filter((file) => /\b(useRequired|useWorkspaceChoice)[(<]/.test(readFileSync(`${features}/${file}`, 'utf8')))
    .map((file) => file.replace(/\.tsx$/, ''));
  const tested = Object.keys({ ...onPages, ...inDialogs }).map((name) => name.split(' ')[0]);
  // The dialog that adds to a workspace has its fields from the choice of one.
  expect([...new Set([...tested, 'team/workspace-dialog'])].toSorted()).toEqual(found.toSorted());
});

for (const [name, { at, form, action, field, error }] of Object.entries({ ...onPages, ...inDialogs })) {
  screenTest(name.split(' ')[0] ?? '', [], `says at the field what is missing: ${name}`, async (cast) => {
    const { path, open = [] } = await at(cast);
    const page = await cast.open(cast.owner, path);
    for (const button of open) await page.press(button);
    const inside = form === undefined ? page : await page.in('form', form);
    await page.settled();
    const before = page.sent.length;
    await inside.press(action);
    const input = document.activeElement;
    expect(input).toBe(await inside.field(field));
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    const said = document.getElementById(input?.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');
    expect(said?.textContent).toBe(error);
    await page.settled();
    expect(page.sent.slice(before).filter(({ path: operation }) => !/\.(list|get)/.test(operation))).toEqual([]);
  });
}

for (const [name, { at, form = '' }] of Object.entries(onPages)) {
  screenTest(name.split(' ')[0] ?? '', [], `stands below its list: ${name}`, async (cast) => {
    const { path } = await at(cast);
    const page = await cast.open(cast.owner, path);
    const element = await page.find('form', form);
    const list = element.closest('section')?.querySelector('table, ul[aria-label]');
    expect(list).toBeTruthy();
    expect((list as Element).compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
}
