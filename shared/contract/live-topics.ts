import type { Permission } from '../rules/permissions.ts';
import type { EndReason } from '../texts/errors.ts';

/**
 * What a console can watch, and the permission that takes. An operation lists the topics that its answer shows (`topics`
 * in shared/contract): when one changes, the console calls the operation again. DECISION 0145.
 * `account`: what concerns the watching user alone. No one else is told.
 */
export const liveTopics = {
  account: 'self',
  applications: 'self',
  audit: 'audit.read',
  costs: 'hosting.read',
  custom_roles: 'team.read',
  events: 'events.manage',
  failed_sign_ins: 'sessions.manage',
  groups: 'groups.manage',
  invitations: 'team.manage',
  mail_settings: 'mail.manage',
  mail_status: 'team.read',
  member_pages: 'team.read',
  outbox: 'mail.manage',
  runs: 'hosting.read',
  second_factors: 'second_factor.reset',
  servers: 'hosting.read',
  service_accounts: 'service_accounts.manage',
  sessions: 'sessions.manage',
  tenant: 'team.read',
  workspaces: 'workspaces.list',
} as const satisfies Record<string, Permission>;

export type LiveTopic = keyof typeof liveTopics;

export const liveTopicNames = Object.keys(liveTopics) as LiveTopic[];

/** Path of the stream. */
export const livePath = '/live';

/** The events of a stream and their data, as JSON. They name what has changed and never contain it. */
export interface LiveEvents {
  /** From now on, the stream reports every change. */
  ready: Record<never, never>;
  /** `ago`: how many milliseconds ago each was changed, so that what was read since isn't read again. */
  changed: { topics: LiveTopic[]; ago?: Partial<Record<LiveTopic, number>> };
  /** The session has ended. The stream ends, too. */
  ended: { reason?: EndReason | undefined };
}
