import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import { type MailParams, safeValues } from './mail-params.ts';
import { noticePage } from './notice-kinds.ts';
import { memberNotices } from './notices/members.ts';

/** DECISION 0304: the switches that suppress a kind of email. All others are always sent. */
const switches: Partial<Record<MailKind, readonly (keyof Preferences)[]>> = {
  upgrade_reminder: ['email_notifications', 'billing_alerts'],
  budget_exceeded: ['email_notifications', 'billing_alerts'],
  ...Object.fromEntries(Object.keys(memberNotices).map((kind) => [kind, ['email_notifications']])),
};

/** Whether someone with these preferences wants a kind of email. */
export const isWanted = (kind: MailKind, preferences: Preferences): boolean =>
  (switches[kind] ?? []).every((name) => preferences[name]);

/** The page of these switches; null if no switch suppresses the kind. */
export const preferencesPage = (kind: MailKind): string | null =>
  kind in switches ? '/dashboard/profile?tab=preferences' : null;

/** The page that an email without a link of its own leads to; null if its reader can do nothing there. */
export const pageOf = (kind: MailKind, params: MailParams): string | null => {
  if (kind === 'event_destination_disabled') return '/dashboard/events';
  if (kind === 'budget_exceeded') return '/dashboard/hosting?tab=costs';
  if (kind !== 'upgrade_reminder') return noticePage(kind, params);
  const { service_id } = safeValues(params);
  return service_id === undefined
    ? '/dashboard/hosting'
    : `/dashboard/hosting/${encodeURIComponent(service_id)}/upgrade`;
};
