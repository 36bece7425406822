import { day } from '#shared/rules/limits.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import { toIso } from '../../platform/clock.ts';
import { grantedIn } from '../../storage/store/custom-roles/granted.ts';
import { listRolesOfMember } from '../../storage/store/custom-roles/held-custom-roles.ts';
import { listGroupsOf } from '../../storage/store/groups/group-members.ts';
import { listApiKeys } from '../../storage/store/identity/api-keys.ts';
import { listPasskeys } from '../../storage/store/identity/passkeys.ts';
import { hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { listTrustedDevices } from '../../storage/store/identity/trusted-devices.ts';
import { listMailsTo } from '../../storage/store/mail/mails.ts';
import { listConsents } from '../../storage/store/oauth/consents.ts';
import { listInvitationsBy } from '../../storage/store/team/invitations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { listWorkspacesOf } from '../../storage/store/workspaces/workspace-access.ts';
import type { AppContext } from '../context.ts';
import { presentPasskey } from '../identity/present-passkey.ts';
import { presentApiKey, presentConsent, presentInvitation, presentMail } from '../presenters.ts';

/** What is stored about a person, without secrets, and apart from sessions and the audit log, which may be long. */
export const personData = async (context: AppContext, id: string, tenantId: string) => {
  const { db, clock } = context;
  const now = clock.now();
  const tenant = await findTenant(db.read, tenantId);
  const workspaces = await listWorkspacesOf(db.read, tenantId, id);
  const groups = await listGroupsOf(db.read, id);
  const customRoles = await listRolesOfMember(db.read, id);
  const consents = await listConsents(db.read, id);
  const invitations = await listInvitationsBy(db.read, id);
  const apiKeys = await listApiKeys(db.read, id);
  const passkeys = await listPasskeys(db.read, id);
  const devices = await listTrustedDevices(db.read, id, { now, lifetimeMs: policyLimits.trustedDeviceDays.max * day });
  const mails = await listMailsTo(db.read, id);
  return {
    tenant: { tenant_id: tenant.id, name: tenant.name, created_at: toIso(tenant.created_at) },
    second_factor: await hasSecondFactor(db.read, id),
    passkeys: passkeys.map(presentPasskey),
    trusted_devices: devices.map(({ id, device, ip_address, created_at }) => ({
      ...{ device_id: id, device, ip_address },
      created_at: toIso(created_at),
    })),
    api_keys: apiKeys.map((row) => presentApiKey(context, row)),
    workspaces: workspaces.map((row) => ({
      workspace_id: row.id,
      slug: row.slug,
      name: row.name,
      role: row.role,
      owned: row.owner_id === id,
    })),
    custom_roles: customRoles.map(({ id, name, permissions, granted_at }) => ({
      role_id: id,
      name,
      permissions: [...grantedIn(permissions)],
      granted_at: toIso(granted_at),
    })),
    groups: groups.map(({ id, name, added_at }) => ({ group_id: id, name, added_at: toIso(added_at) })),
    application_access: consents.map(presentConsent),
    invitations_sent: invitations.map((row) => presentInvitation(row, now)),
    mails_received: mails.map(presentMail),
  };
};
