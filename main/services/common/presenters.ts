import type { z } from 'zod';
import type * as resource from '#shared/contract/resources.ts';
import type { AppContext } from '../../context.ts';
import { toIso } from '../../platform/clock.ts';
import type { Caller } from '../../security/caller.ts';
import type { ApiKeyRow } from '../../store/api-keys.ts';
import type { AuditEventRow } from '../../store/audit-events.ts';
import type { InvitationRow } from '../../store/invitations.ts';
import type { MailRow } from '../../store/mails.ts';
import type { MemberRow } from '../../store/members.ts';
import type { SessionRow } from '../../store/sessions.ts';
import { detailsOf, scopesOf } from '../../store/stored-columns.ts';
import type { SeenWorkspaceRow } from '../../store/workspaces.ts';

/** Converts rows to the contract's shapes. */

export const presentUser = ({ user }: Caller): z.output<typeof resource.user> => ({
  user_id: user.id,
  email: user.email,
  name: user.name,
  tenant_id: user.tenantId,
  role: user.role,
  email_verified: user.emailVerified,
  created_at: toIso(user.createdAt),
  preferences: user.preferences,
});

export const presentMember = (row: MemberRow): z.output<typeof resource.member> => ({
  user_id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  last_login: toIso(row.last_login_at),
});

/** `expired` is computed, so that it does not depend on when the purge last ran. */
export const presentInvitation = (row: InvitationRow, now: number): z.output<typeof resource.invitation> => ({
  invitation_id: row.id,
  email: row.email,
  status: row.status === 'pending' && row.expires_at <= now ? 'expired' : row.status,
  expires_at: toIso(row.expires_at),
});

export const presentSession = (
  { callers }: AppContext,
  row: SessionRow,
  currentId: string | undefined,
): z.output<typeof resource.session> => ({
  session_id: row.id,
  device: row.device,
  ip_address: row.ip_address,
  last_active: toIso(callers.lastActive(row.id, row.last_active_at)),
  current: row.id === currentId,
});

export const presentStartedSession = (
  context: AppContext,
  row: SessionRow,
  currentId: string | undefined,
): z.output<typeof resource.startedSession> => ({
  ...presentSession(context, row, currentId),
  created_at: toIso(row.created_at),
});

export const presentSessionRecord = (
  context: AppContext,
  row: SessionRow,
  currentId: string | undefined,
): z.output<typeof resource.sessionRecord> => ({
  ...presentStartedSession(context, row, currentId),
  ended_at: row.ended_at === null ? null : toIso(row.ended_at),
  end_reason: row.end_reason,
});

export const presentWorkspace = (row: SeenWorkspaceRow): z.output<typeof resource.workspace> => ({
  workspace_id: row.id,
  slug: row.slug,
  name: row.name,
  health_score: row.health_score,
  owner_id: row.owner_id,
  member_count: row.member_count,
  my_role: row.my_role,
  created_at: toIso(row.created_at),
});

export const presentMail = (row: MailRow): z.output<typeof resource.mail> => ({
  mail_id: row.id,
  kind: row.kind,
  to: row.recipient,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  last_error: row.last_error,
  created_at: toIso(row.created_at),
  sent_at: row.sent_at === null ? null : toIso(row.sent_at),
});

export const presentApiKey = ({ callers }: AppContext, row: ApiKeyRow): z.output<typeof resource.apiKey> => {
  const lastUsed = callers.keyLastUsed(row.id, row.last_used_at);
  return {
    key_id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: scopesOf(row),
    created_at: toIso(row.created_at),
    expires_at: row.expires_at === null ? null : toIso(row.expires_at),
    last_used: lastUsed === null ? null : toIso(lastUsed),
  };
};

export const presentAuditEvent = (row: AuditEventRow): z.output<typeof resource.auditEvent> => ({
  sequence: row.sequence,
  at: toIso(row.at),
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  ip_address: row.ip_address,
  action: row.action,
  target_kind: row.target_kind,
  target_id: row.target_id,
  target_label: row.target_label,
  details: detailsOf(row),
  hash: row.hash,
});
