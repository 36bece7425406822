import type { contract } from '#shared/contract/index.ts';
import { pagination } from '#shared/limits.ts';
import { toIso } from '../../platform/clock.ts';
import { listAuditEvents } from '../../store/audit-log/audit-events.ts';
import { listApiKeys } from '../../store/identity/api-keys.ts';
import { listPasskeys } from '../../store/identity/passkeys.ts';
import { hasSecondFactor } from '../../store/identity/second-factors.ts';
import { listOpenSessions } from '../../store/identity/sessions.ts';
import { listMailsTo } from '../../store/mail/mails.ts';
import { listInvitationsBy } from '../../store/team/invitations.ts';
import { findTenant } from '../../store/team/tenants.ts';
import { listWorkspacesOf } from '../../store/workspaces/workspace-members.ts';
import type { Handler } from '../handler.ts';
import { presentPasskey } from '../identity/present-passkey.ts';
import { presentApiKey, presentInvitation, presentMail, presentSession } from '../presenters.ts';
import { presentUser } from './present-user.ts';

/** Everything stored about the caller, without secrets. */
export const exportMe: Handler<typeof contract.profile.exportMe> = async (context, _input, { caller }) => {
  const { db, clock, auditCounts } = context;
  const { id, tenantId } = caller.user;
  const now = clock.now();
  const tenant = await findTenant(db.read, tenantId);
  const sessions = await listOpenSessions(db.read, id, now);
  const workspaces = await listWorkspacesOf(db.read, tenantId, id);
  const invitations = await listInvitationsBy(db.read, id);
  const apiKeys = await listApiKeys(db.read, id);
  const passkeys = await listPasskeys(db.read, id);
  const mails = await listMailsTo(db.read, id);
  const own = { tenantId, actor: id };
  const page = { limit: pagination.maxLimit, offset: 0 };
  const activity = await listAuditEvents(db.read, own, page, await auditCounts.count(own));
  return {
    exported_at: toIso(now),
    user: presentUser(caller),
    tenant: { tenant_id: tenant.id, name: tenant.name, created_at: toIso(tenant.created_at) },
    second_factor: await hasSecondFactor(db.read, id),
    passkeys: passkeys.map(presentPasskey),
    api_keys: apiKeys.map((row) => presentApiKey(context, row)),
    sessions: sessions.map((row) => presentSession(context, row, caller.sessionId)),
    workspaces: workspaces.map((row) => ({
      workspace_id: row.id,
      slug: row.slug,
      name: row.name,
      role: row.role,
      owned: row.owner_id === id,
    })),
    invitations_sent: invitations.map((row) => presentInvitation(row, now)),
    mails_received: mails.map(presentMail),
    activity: activity.map(({ at, action, ip_address }) => ({ at: toIso(at), action, ip_address })),
  };
};
