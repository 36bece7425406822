import { contract } from '#shared/contract/index.ts';
import { createApplication } from '../applications.ts';
import { createCustomRole } from '../custom-roles.ts';
import { hostingCaller, monthlyServer } from '../hosting.ts';
import { settingsAt } from '../mail-settings.ts';
import { addPasskey } from '../passkey-owner.ts';
import { siteOf } from '../passkeys.ts';
import { connect, labelOf } from './hosting-cast.ts';
import type { Cast } from './screen-test.ts';

const { applications, customRoles, hosting, mail, organization, profile, security, workspaces } = contract;

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

/** Every form that shows what others can change, by its file below `renderer/features`. */
export const staleForms: Record<string, StaleForm> = {
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
