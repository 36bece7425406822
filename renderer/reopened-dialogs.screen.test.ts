import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createGroup } from '#e2e/support/groups.ts';
import { settingsAt } from '#e2e/support/mail-settings.ts';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();

/** A dialog that keeps what is typed in a state of its own, and has to empty it when it closes. */
interface Reopened {
  /** Prepares, and opens the page that has the dialog. */
  prepare: (cast: Cast) => Promise<ConsolePage>;
  /** What to press for the dialog at first, and again: for something else, where there is more than one. */
  open: readonly (readonly string[])[];
  field: string;
  type: (page: ConsolePage) => Promise<void>;
}

const dialogs: Record<string, Reopened> = {
  'components/confirm-dialog.tsx': {
    prepare: async ({ app, owner, open }) => {
      const { slug } = await createWorkspace(app, owner, 'Research');
      return open(owner, `/dashboard/workspaces/${slug}?tab=settings`);
    },
    open: [0, 1].map(() => ['Actions for Research', 'Delete workspace']),
    field: 'Type “Research” to confirm',
    type: (page) => page.fill('Type “Research” to confirm', 'Research'),
  },
  'features/mail/mail-server-form.tsx': {
    prepare: async ({ app, operator, open }) => {
      const { password, token } = operator;
      await app.call(contract.mail.updateMailSettings, settingsAt(2525, { password }), { token });
      return open(operator, '/dashboard/mail?tab=server');
    },
    open: [['Disconnect'], ['Disconnect']],
    field: 'Your password',
    type: (page) => page.fill('Your password', 'not sent'),
  },
  'features/service-accounts/edit-dialog.tsx': {
    prepare: async ({ app, owner, open }) => {
      for (const name of ['Robot', 'Other']) await createServiceAccount(app, owner, { name, role: 'admin' });
      return open(owner, '/dashboard/settings?tab=service-accounts');
    },
    open: ['Robot', 'Other'].map((name) => [`Actions for ${name}`, 'Edit service account', 'Read the audit log']),
    field: 'Your password',
    type: (page) => page.fill('Your password', 'not sent'),
  },
  'features/team/add-to-group-dialog.tsx': {
    prepare: async ({ app, owner, member, open }) => {
      await createGroup(app, owner, 'Design');
      return open(owner, `/dashboard/team/${member.id}`);
    },
    open: [['Add to group'], ['Add to group']],
    field: 'Group',
    type: (page) => page.choose('Group', 'Design'),
  },
};

for (const [file, { prepare, open, field, type }] of Object.entries(dialogs)) {
  screenTest(file, [], 'holds nothing of what was typed before it was cancelled', async (cast) => {
    const page = await prepare(cast);
    const [first = [], second = []] = open;
    for (const name of first) await page.press(name);
    await type(page);
    expect((await page.field(field)).value).not.toBe('');
    await page.press('Cancel');
    await page.closed();
    for (const name of second) await page.press(name);
    expect((await page.field(field)).value).toBe('');
  });
}

/** What keeps typed text as long as it is on the screen, and why nobody finds it in another place. */
const others: Record<string, string> = {
  'features/audit/actor-select.tsx': 'a filter of the page',
  'features/desktop/add-remote-form.tsx': 'a form of the page',
  'features/hosting/queue/prepare-panel.tsx': 'a form of the page',
  'features/shell/use-palette.tsx': 'is empty whenever it opens, which command-search says',
  'features/team/add-group-members.tsx': 'a form of the page',
  'features/team/removal-dialog.tsx': 'mounts its steps whenever it opens',
  'features/team/workspace-choice.tsx': 'mounts with the form that it is in',
  'features/workspaces/add-member.tsx': 'a form of the page',
};

it('every dialog that keeps typed text by itself is opened again here', () => {
  const keeps = globSync('{components,features}/**/*.tsx', { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8').includes("useState('')"),
  );
  expect([...Object.keys(dialogs), ...Object.keys(others)].toSorted()).toEqual(keeps.toSorted());
});
