import type { z } from 'zod';
import type { person } from '#shared/contract/fields.ts';
import type { openedApplication } from '#shared/contract/groups/resources.ts';
import type { mail } from '#shared/contract/mail/resources.ts';
import type { apiKey } from '#shared/contract/security/resources.ts';
import type { session } from '#shared/contract/sessions/resources.ts';
import type { invitation } from '#shared/contract/team/resources.ts';
import { toIso } from '../platform/clock.ts';
import type { ApiKeyRow } from '../storage/store/identity/api-keys.ts';
import type { SessionRow } from '../storage/store/identity/sessions.ts';
import type { MailRow } from '../storage/store/mail/mails.ts';
import type { NamedRow } from '../storage/store/oauth/application-access.ts';
import type { listConsents } from '../storage/store/oauth/consents.ts';
import { scopesOf } from '../storage/store/stored-columns.ts';
import { type InvitationRow, remainingLifetime } from '../storage/store/team/invitations.ts';
import type { AppContext } from './context.ts';

/** Where the provider is for applications and service accounts; null while it can't be used. */
export const issuerOf = ({ config, origin }: Pick<AppContext, 'config' | 'origin'>): string | null =>
  config.isPublicHttps ? `${origin()}${config.basePath}` : null;

/** `expired` is computed, so that it does not depend on when the purge last ran. */
export const presentInvitation = (row: InvitationRow, now: number): z.output<typeof invitation> => ({
  invitation_id: row.id,
  email: row.email,
  status: row.status === 'pending' && remainingLifetime(row, now) === 0 ? 'expired' : row.status,
  expires_at: toIso(row.expires_at),
});

export const presentSession = (
  { callers }: AppContext,
  row: SessionRow,
  currentId: string | undefined,
): z.output<typeof session> => ({
  session_id: row.id,
  device: row.device,
  ip_address: row.ip_address,
  last_active: toIso(callers.lastActive(row.id, row.last_active_at)),
  current: row.id === currentId,
});

/** Sorts presented sessions: the activity of some isn't stored yet. */
export const byActivity = (a: { last_active: string }, b: { last_active: string }): number =>
  Number(a.last_active < b.last_active) - Number(a.last_active > b.last_active);

export const presentMail = (row: MailRow): z.output<typeof mail> => ({
  mail_id: row.id,
  kind: row.kind,
  to: row.recipient,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  last_error: row.held_for_sender === 1 && row.status === 'queued' ? 'sender_unverified' : row.last_error,
  created_at: toIso(row.created_at),
  sent_at: row.sent_at === null ? null : toIso(row.sent_at),
});

export const presentApiKey = ({ callers }: AppContext, row: ApiKeyRow): z.output<typeof apiKey> => {
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

/** What someone lets an application know. */
export const presentConsent = (row: Awaited<ReturnType<typeof listConsents>>[number]) => ({
  application_id: row.application_id,
  name: row.name,
  scopes: row.scopes.split(' ').filter((scope) => scope !== ''),
  granted_at: toIso(row.granted_at),
  last_used_at: row.last_used_at === null ? null : toIso(row.last_used_at),
});

/** Who did something; null if no one knows, or if the account is deleted. */
export const presentPerson = (id: string | null, name: string | null): z.output<typeof person> | null =>
  id === null || name === null ? null : { user_id: id, name };

export const presentOpenedApplication = ({ id, name }: NamedRow): z.output<typeof openedApplication> => ({
  application_id: id,
  name,
});
