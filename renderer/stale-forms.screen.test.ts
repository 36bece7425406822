import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createApplication } from '#e2e/support/applications.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { hostingCaller, monthlyServer } from '#e2e/support/hosting.ts';
import { settingsAt } from '#e2e/support/mail-settings.ts';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { siteOf } from '#e2e/support/passkeys.ts';
import { connect, labelOf } from '#e2e/support/screens/hosting-cast.ts';
import { lookAgain } from '#e2e/support/screens/look-again.ts';
import type { PageActions } from '#e2e/support/screens/page-actions.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const screenTest = screenTests();
const { applications, customRoles, hosting, mail, organization, profile, security, team, workspaces } = contract;

/** A form, and what it takes for someone else to change what it shows. */
interface StaleForm {
  /** Who edits: the owner, or whoever runs this server. */
  editor?: 'operator';
  /** Whether the change can only be the editor's own. */
  isOwn?: true;
  /** Prepares, and says where the form is and how someone else changes what it shows. */
  prepare: (cast: Cast) => Promise<{ path: string; open?: string[]; theirs: (token: string) => Promise<unknown> }>;
  field: string;
  mine: string;
  /** The option that has this value, if it says something else. */
  option?: RegExp;
}

const workspace = async ({ app, owner: { tenantId: tenant_id, token } }: Cast) =>
  app.call(workspaces.createWorkspace, { tenant_id, name: 'Support', description: '' }, { token });

const forms: Record<string, StaleForm> = {
  'profile/details-tab.tsx': {
    isOwn: true,
    prepare: async ({ app }) => ({
      path: '/dashboard/profile',
      theirs: (token) => app.call(profile.updateMe, { name: 'Elsewhere' }, { token }),
    }),
    field: 'Full name',
    mine: 'Here',
  },
  'profile/preferences-tab.tsx': {
    isOwn: true,
    prepare: async ({ app }) => ({
      path: '/dashboard/profile?tab=preferences',
      theirs: (token) => app.call(profile.updateMe, { preferences: { date_format: 'DD/MM/YYYY' } }, { token }),
    }),
    field: 'Date format',
    mine: 'MM/DD/YYYY',
    option: /^12\/31\//,
  },
  'organization/use-policy-form.ts': {
    prepare: async ({ app, owner: { tenantId: tenant_id } }) => ({
      path: '/dashboard/settings?tab=organization',
      theirs: async (token) => {
        await app.call(organization.updatePolicies, { tenant_id, session_idle_minutes: 20 }, { token });
        // What concerns another form of the same action was somebody else's.
        const policy = { tenant_id, password_min_length: 14 };
        await app.call(organization.updatePolicies, policy, { token });
      },
    }),
    field: 'Sign out after inactivity',
    mine: '45',
  },
  'organization/identity-form.tsx': {
    prepare: async ({ app, owner: { tenantId: tenant_id } }) => ({
      path: '/dashboard/settings?tab=organization',
      theirs: (token) => app.call(organization.updateTenant, { tenant_id, name: 'Theirs' }, { token }),
    }),
    field: 'Name',
    mine: 'Mine',
  },
  'organization/invitation-text-form.tsx': {
    prepare: async ({ app, owner: { tenantId: tenant_id } }) => ({
      path: '/dashboard/settings?tab=organization',
      theirs: (token) => app.call(organization.updateTenant, { tenant_id, invitation_text: 'Theirs' }, { token }),
    }),
    field: 'Your text',
    mine: 'Mine',
  },
  'workspaces/settings-tab.tsx': {
    prepare: async (cast) => {
      const { slug } = await workspace(cast);
      const change = { tenant_id: cast.owner.tenantId, slug, name: 'Theirs' };
      return {
        path: `/dashboard/workspaces/${slug}?tab=settings`,
        theirs: (token) => cast.app.call(workspaces.updateWorkspace, change, { token }),
      };
    },
    field: 'Name',
    mine: 'Mine',
  },
  'workspaces/workspace-health.tsx': {
    prepare: async (cast) => {
      const { slug } = await workspace(cast);
      const change = { tenant_id: cast.owner.tenantId, slug, health_score: 40 };
      return {
        path: `/dashboard/workspaces/${slug}`,
        open: ['Change score'],
        theirs: (token) => cast.app.call(workspaces.updateWorkspace, change, { token }),
      };
    },
    field: 'Health score',
    mine: '70',
  },
  'mail/mail-server-form.tsx': {
    editor: 'operator',
    prepare: async ({ app, operator }) => ({
      path: '/dashboard/mail?tab=server',
      theirs: (token) =>
        app.call(mail.updateMailSettings, settingsAt(2525, { password: operator.password }), { token }),
    }),
    isOwn: true,
    field: 'Sender name',
    mine: 'Mine',
  },
  'hosting/settings/connection-form.tsx': {
    prepare: async (cast) => {
      await connect(cast);
      const change = { mode: 'sandbox' as const, monthly_budget: '250.00' };
      return {
        path: '/dashboard/hosting/settings',
        theirs: (token) => cast.app.call(hosting.updateProviderSettings, change, { token }),
      };
    },
    field: 'Monthly budget',
    mine: '300.00',
  },
  'hosting/servers/edit-server-dialog.tsx': {
    prepare: async (cast) => {
      await connect(cast);
      const change = { serviceid: monthlyServer, approximate_cost: '11.00' };
      return {
        path: '/dashboard/hosting',
        open: [`Actions for ${await labelOf(cast, monthlyServer)}`, 'Edit server'],
        theirs: (token) => cast.app.call(hosting.updateServer, change, { token }),
      };
    },
    field: 'Cost per month',
    mine: '12.50',
  },
  'hosting/servers/ip-address-dialog.tsx': {
    prepare: async (cast) => {
      const caller = await connect(cast);
      const { ip_id } = await caller.call(hosting.addIpAddress, {
        address: '192.0.2.7',
        label: 'Old',
        serviceid: null,
      });
      const change = { ip_id, label: 'Theirs' };
      return {
        path: '/dashboard/hosting',
        open: ['Edit 192.0.2.7'],
        theirs: (token) => cast.app.call(hosting.updateIpAddress, change, { token }),
      };
    },
    field: 'Label',
    mine: 'Mine',
  },
  'hosting/runs/planned-start.tsx': {
    prepare: async (cast) => {
      await connect(cast);
      const run = await hostingCaller(cast.app, cast.owner).ordered();
      const planned = { run_id: run.run_id, from: '02:00', until: '04:00', accept_over_budget: true };
      await cast.app.call(hosting.setUpgradeWindow, planned, { token: cast.owner.token });
      const change = { ...planned, from: '01:00' };
      return {
        path: `/dashboard/hosting/${monthlyServer}/upgrade`,
        open: ['Change times'],
        theirs: (token) => cast.app.call(hosting.setUpgradeWindow, change, { token }),
      };
    },
    field: 'From',
    mine: '05:00',
  },
  'team/custom-role-dialogs.tsx': {
    prepare: async ({ app, owner }) => {
      const of = await createCustomRole(app, owner, ['audit.read']);
      const { name } = await app.call(customRoles.getCustomRole, of, { token: owner.token });
      return {
        path: '/dashboard/team?tab=roles',
        open: [`Actions for ${name}`, 'Edit custom role'],
        theirs: (token) => app.call(customRoles.updateCustomRole, { ...of, name: 'Theirs' }, { token }),
      };
    },
    field: 'Name',
    mine: 'Mine',
  },
  'applications/application-settings.tsx': {
    prepare: async ({ app, owner }) => {
      const of = await createApplication(app, owner);
      return {
        path: `/dashboard/applications/${of.application_id}`,
        theirs: (token) => app.call(applications.updateApplication, { ...of, name: 'Theirs' }, { token }),
      };
    },
    field: 'Name',
    mine: 'Mine',
  },
  'applications/application-who.tsx': {
    prepare: async ({ app, owner }) => {
      const of = await createApplication(app, owner, { access: 'restricted' });
      const change = { ...of, allowed_roles: ['owner' as const] };
      return {
        path: `/dashboard/applications/${of.application_id}`,
        theirs: (token) => app.call(applications.updateApplication, change, { token }),
      };
    },
    field: 'Guests',
    mine: 'guest',
  },
  'applications/protected-paths.tsx': {
    prepare: async ({ app, owner }) => {
      // Every organization on a server protects hosts of its own.
      const name = owner.tenantId.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
      const host = { kind: 'proxied' as const, redirect_uris: [], host: `${name}.example` };
      const of = await createApplication(app, owner, { ...host, path_rules: [{ path: '/a', access: 'public' }] });
      const change = { ...of, path_rules: [{ path: '/theirs', access: 'public' as const }] };
      return {
        path: `/dashboard/applications/${of.application_id}`,
        theirs: (token) => app.call(applications.updateApplication, change, { token }),
      };
    },
    field: 'Path',
    mine: '/mine',
  },
  'security/rename-passkey-dialog.tsx': {
    isOwn: true,
    prepare: async ({ app, owner }) => {
      const { token } = await app.login(owner);
      const { id: passkey_id } = await addPasskey(app, owner);
      return {
        path: `${siteOf(app.service.context).origin}/dashboard/profile?tab=passkeys`,
        open: ['Rename Laptop'],
        theirs: () => app.call(security.renamePasskey, { passkey_id, name: 'Theirs' }, { token }),
      };
    },
    field: 'Name',
    mine: 'Mine',
  },
};

it('knows every form that shows what others can change', () => {
  const features = 'renderer/features';
  const found = globSync('**/*.{ts,tsx}', { cwd: features }).filter((file) =>
    readFileSync(`${features}/${file}`, 'utf8').includes('recordedAs:'),
  );
  expect(Object.keys(forms).toSorted()).toEqual(found.toSorted());
});

const change = async (page: PageActions, label: string, text: string, option: string | RegExp = text) => {
  const field = await page.field(label);
  if (field.matches('[type=checkbox]')) await page.press(label);
  else if (field.matches('select')) await page.choose(label, option);
  else await page.fill(label, text);
};

for (const [file, { editor, isOwn, prepare, field, mine, option }] of Object.entries(forms)) {
  screenTest(file.replace(/\.tsx?$/, ''), [], 'says who has changed what someone edits there', async (cast) => {
    const { app, owner, operator, member } = cast;
    const user = editor === 'operator' ? operator : owner;
    const { path, open = [], theirs } = await prepare(cast);
    const other = isOwn ? user : member;
    if (!isOwn) {
      const promote = { tenant_id: owner.tenantId, user_id: member.id, role: 'owner' as const };
      await app.call(team.changeRole, promote, { token: owner.token });
    }
    const page = await cast.open(user, path);
    for (const button of open) await page.press(button);
    await change(page, field, mine, option);
    app.clock.advance(minute);
    await theirs(other.token);
    // What others have changed of themselves meanwhile is none of this form's business.
    if (isOwn && !editor) await theirs(member.token);
    await lookAgain(cast, page);
    await page.see('Changed while you were editing');
    await page.see(new RegExp(`^${isOwn ? 'You' : member.name} made this change `));
    expect((await page.field(field)).value).toContain(mine);
  });
}

screenTest(
  'components/stale-fields',
  [],
  'takes on what others change where nobody edits, as its beginning',
  async (cast) => {
    const { app, owner, open } = cast;
    const page = await open(owner, '/dashboard/profile?tab=preferences');
    const save = (await page.find('button', 'Save preferences')) as HTMLButtonElement;
    for (const date_format of ['DD/MM/YYYY', 'DD.MM.YYYY'] as const) {
      app.clock.advance(3 * minute);
      await app.call(profile.updateMe, { preferences: { date_format } }, { token: owner.token });
      await lookAgain(cast, page);
      expect((await page.field('Date format')).value).toBe(date_format);
      expect(save.disabled).toBe(true);
    }
    expect(await page.shows('Changed while you were editing')).toBe(false);
  },
);

screenTest(
  'components/stale-fields',
  [],
  'says who has changed something, although the clock of the browser is ahead',
  async (cast) => {
    const { app, owner, member, open } = cast;
    const form = forms['applications/protected-paths.tsx'];
    if (!form) throw new Error('There is no such form');
    const { path, theirs } = await form.prepare(cast);
    const promote = { tenant_id: owner.tenantId, user_id: member.id, role: 'owner' as const };
    await app.call(team.changeRole, promote, { token: owner.token });
    const page = await open(owner, path);
    vi.setSystemTime(app.clock.now() + 4 * minute);
    await change(page, form.field, form.mine);
    await theirs(member.token);
    app.clock.advance(5 * minute);
    await lookAgain(cast, page);
    await page.see(new RegExp(`^${member.name} made this change `));
  },
);
