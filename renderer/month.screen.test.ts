import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { monthlyServer, plans } from '#e2e/support/hosting.ts';
import { lockOut } from '#e2e/support/lock-out.ts';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { connect, labelOf } from '#e2e/support/screens/hosting-cast.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const mostClicks = 4;
const { team, security, workspaces } = contract;

/** A person who counts: typing is no click, so neither are shortcuts. */
interface Clicks extends Pick<ConsolePage, 'find' | 'see' | 'fill'> {
  press(...names: (string | RegExp)[]): Promise<void>;
  /** A field for choosing, and the option. */
  choose(label: string | RegExp, option: string): Promise<void>;
  /** Types what the field for choosing begins with, which has the focus already. */
  type(label: string, option: string): Promise<void>;
  /** Types into the search, and clicks what it finds. */
  search(words: string, found: string | RegExp): Promise<void>;
}

const counting = (page: ConsolePage): { clicks: Clicks; count: () => number } => {
  let count = 0;
  const press = async (...names: (string | RegExp)[]): Promise<void> => {
    for (const name of names) {
      count += 1;
      await page.press(name);
    }
  };
  const clicks: Clicks = {
    find: page.find,
    see: page.see,
    fill: page.fill,
    press,
    async choose(label, option) {
      count += 2;
      await page.choose(label, option);
    },
    async type(label, option) {
      const field = await page.field(label);
      await expect.poll(() => document.activeElement === field, { message: `the focus in ${label}` }).toBe(true);
      await page.choose(label, option);
    },
    async search(words, found) {
      await page.keys('{Control>}k{/Control}');
      await page.fill(/^Search pages/, words);
      await press(found);
    },
  };
  return { clicks, count: () => count };
};

interface Task {
  /** What has to be so first. */
  given?: (cast: Cast) => Promise<unknown>;
  /** What an admin does, on the dashboard at first. */
  act: (clicks: Clicks, cast: Cast) => Promise<unknown>;
  /** The change that it comes to, or nothing where people look something up. */
  calls?: string;
}

const email = 'ann@example.org';
const targetOf = ({ owner, member }: Cast) => ({ tenant_id: owner.tenantId, user_id: member.id });
const byOwner = ({ owner }: Cast) => ({ token: owner.token });
const invite = (cast: Cast) =>
  cast.app.call(team.inviteMember, { tenant_id: cast.owner.tenantId, email, role: 'member' }, byOwner(cast));
const createWorkspace = (cast: Cast) =>
  cast.app.call(workspaces.createWorkspace, { tenant_id: cast.owner.tenantId, name: 'North' }, byOwner(cast));
const commandOf = (command: string, { member }: Cast) => new RegExp(`^${command}\\s*${member.name}`);

const tasks: Readonly<Record<string, Task>> = {
  'Invite people': {
    async act(page) {
      await page.press('Team', 'Invite people');
      await page.fill('Email', email);
      await page.press('Create invitation');
    },
    calls: 'team.inviteMembers',
  },
  'Resend an invitation': {
    given: invite,
    act: (page) => page.press('Team', /^Invitations/, `Actions for ${email}`, 'Renew'),
    calls: 'team.resendInvitation',
  },
  'Revoke an invitation': {
    given: invite,
    async act(page) {
      await page.search(`revoke ${email}`, new RegExp(`^Revoke\\s*${email}`));
      await page.press(/^Revoke/);
    },
    calls: 'team.revokeInvitation',
  },
  'Change a role': {
    async act(page, { member }) {
      await page.press('Team');
      await page.choose(`Role of ${member.name}`, 'Admin');
    },
    calls: 'team.changeRole',
  },
  'Disable a member': {
    async act(page, cast) {
      await page.search(`disable ${cast.member.email}`, commandOf('Disable member', cast));
      await page.press('Disable member');
    },
    calls: 'team.disableMember',
  },
  'Enable a member': {
    given: (cast) => cast.app.call(team.disableMember, targetOf(cast), byOwner(cast)),
    act: (page, { member }) => page.press('Team', member.name, 'Enable member'),
    calls: 'team.enableMember',
  },
  'Unlock a member': {
    given: ({ app, member }) => lockOut(app.service.context, member.email),
    act: (page, { member }) => page.press('Team', member.name, 'Unlock'),
    calls: 'team.unlockMember',
  },
  'Restore an account': {
    given: ({ app, member }) =>
      app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password: testPassword }, { token: member.token }),
    act: (page, { member }) => page.press('Team', member.name, 'Restore account'),
    calls: 'team.restoreMember',
  },
  'Remove a member': {
    act: (page, { member }) => page.press('Team', `Actions for ${member.name}`, 'Remove member', 'Remove member'),
    calls: 'team.removeMembers',
  },
  'Reset a password': {
    async act(page, cast) {
      await page.search(`reset password ${cast.member.email}`, commandOf('Reset password', cast));
      await page.press(/link$/);
    },
    calls: 'team.createMemberLink',
  },
  'Reset two-factor authentication': {
    given: ({ app, member }) => enrol(app, member),
    async act(page, cast) {
      await page.search(`2fa ${cast.member.email}`, commandOf('Reset two-factor authentication', cast));
      await page.press(/^Reset/);
    },
    calls: 'security.resetMemberSecondFactor',
  },
  'Sign someone out everywhere': {
    async act(page, cast) {
      await page.search(`sign out ${cast.member.email}`, commandOf('Sign out everywhere', cast));
      await page.press('Sign out everywhere');
    },
    calls: 'sessions.revokeMemberSessions',
  },
  'See someone’s failed sign-ins': {
    async act(page, cast) {
      await page.search(`failed ${cast.member.email}`, commandOf('Failed sign-ins', cast));
      await page.find('list', 'Sign-ins');
    },
  },
  'See what someone did': {
    async act(page, cast) {
      await page.search(`activity ${cast.member.email}`, commandOf('Activity', cast));
      await page.find('heading', 'Audit log');
    },
  },
  'Revoke someone’s API key': {
    given: ({ app, member }) =>
      app.call(
        security.createApiKey,
        { name: 'Script', scopes: ['self'], password: testPassword },
        { token: member.token },
      ),
    async act(page, cast) {
      await page.search(`keys ${cast.member.email}`, commandOf('API keys', cast));
      await page.press('Revoke Script', 'Revoke key');
    },
    calls: 'security.revokeMemberApiKey',
  },
  'Transfer ownership': {
    async act(page, cast) {
      await page.search(`transfer ${cast.member.email}`, commandOf('Transfer ownership', cast));
      await page.fill('Your password', testPassword);
      await page.press('Transfer ownership');
    },
    calls: 'team.transferOwnership',
  },
  'Add someone to a workspace': {
    given: createWorkspace,
    async act(page, cast) {
      await page.search(`add ${cast.member.email}`, commandOf('Add to workspace', cast));
      await page.choose('Workspace', 'North');
      await page.press('Add to workspace');
    },
    calls: 'workspaces.setWorkspaceMember',
  },
  'Change the roles of several people': {
    async act(page, { member }) {
      await page.press('Team', `Select ${member.name}`, 'Change role');
      await page.type('New role', 'Admin');
      await page.press(/^Change 1 role/);
    },
    calls: 'team.changeRoles',
  },
  'Create a workspace': {
    async act(page) {
      await page.press('Workspaces', 'Create workspace');
      await page.fill('Name', 'South');
      await page.press('Create workspace');
    },
    calls: 'workspaces.createWorkspace',
  },
  'Export members': { act: (page) => page.press('Team', 'Export CSV') },
  'Export the audit log': {
    async act(page) {
      await page.search('audit log', /^Audit log/);
      await page.press('Export', 'Export CSV');
    },
  },
  'Upgrade a server': {
    given: connect,
    async act(page, cast) {
      await page.press('Hosting', new RegExp(`^Upgrade ${await labelOf(cast, monthlyServer)}`));
      await page.find('heading', /^Upgrade/);
    },
  },
  'Confirm an upgrade': {
    given: async (cast) => (await connect(cast)).resized(monthlyServer, plans.next),
    async act(page, cast) {
      const label = await labelOf(cast, monthlyServer);
      await page.search(`confirm ${label}`, new RegExp(`^Confirm.*${label}`));
      await page.press('Confirm upgrade', /^I’ve checked/, 'Confirm upgrade');
    },
    calls: 'hosting.confirmUpgrade',
  },
  'Tag servers': {
    given: connect,
    async act(page, cast) {
      await page.press('Hosting', `Select ${await labelOf(cast, monthlyServer)}`, 'Edit tags');
      await page.fill('Add', 'prod');
      await page.press('Save tags');
    },
    calls: 'hosting.tagServers',
  },
};

/** Those that docs/console.md lists. */
const listed = [
  ...readFileSync('docs/console.md', 'utf8').matchAll(/^\| ([^|`]+?) \| .*→.*|^\| ([^|`]+?) \| `Ctrl\+K`/gm),
].map(([, name = '', found = '']) => name || found);

test('each task of a month is done here, or where it has what it needs', () => {
  // It needs a service with a folder for backups.
  expect([...Object.keys(tasks), 'Back up'].toSorted()).toEqual(
    listed.map((name) => name.replaceAll("'", '’')).toSorted(),
  );
});

for (const [name, { given, act, calls }] of Object.entries(tasks))
  screenTest(
    'shell/use-command-search',
    [],
    `${name}: at most ${mostClicks} clicks from the dashboard`,
    async (cast) => {
      await given?.(cast);
      const page = await cast.open(cast.owner, '/dashboard');
      await page.find('heading', 'Dashboard');
      await page.settled();
      const { clicks, count } = counting(page);
      await act(clicks, cast);
      await page.settled();
      if (calls !== undefined) await expect.poll(() => page.sent.filter(({ path }) => path === calls).length).toBe(1);
      expect(count()).toBeLessThanOrEqual(mostClicks);
    },
  );
