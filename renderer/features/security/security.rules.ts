import type { OutputOf } from '#shared/contract/operation.ts';
import type { listApiKeys } from '#shared/contract/security/list-api-keys.ts';
import { apiKeyLimits } from '#shared/limits.ts';
import { isRefused, type KeyScope, keyScopes } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';

export type ApiKey = OutputOf<typeof listApiKeys>['api_keys'][number];

export const scopeLabels: Record<KeyScope, string> = {
  self: 'Read and change the own profile',
  'team.read': 'Read the team',
  'team.manage': 'Invite, change and remove members (never owners)',
  'mail.manage': 'Read the outbox and send mails again',
  'audit.read': 'Read the audit log',
  'workspaces.list': 'List workspaces',
  'workspaces.read': 'Read workspaces and their members',
  'workspaces.settings': 'Change workspaces and their members',
  'workspaces.manage': 'Create and delete workspaces',
  'hosting.read': 'Read servers, upgrades and costs',
  'hosting.manage': 'Order, apply, confirm and revert upgrades',
};

/** The scopes that somebody may give a key: a key never does more than its user. */
export const offeredScopes = (role: Role): { value: KeyScope; label: string }[] =>
  keyScopes.filter((scope) => !isRefused(role, scope)).map((value) => ({ value, label: scopeLabels[value] }));

/** How long a key may live, in days; the empty value stands for no end. */
export const lifetimeChoices = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: String(apiKeyLimits.maxDays), label: '1 year' },
  { value: '', label: 'Without an end' },
];

export const isExpired = ({ expires_at }: Pick<ApiKey, 'expires_at'>, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

export const creationRefusal = (count: number): string | undefined =>
  count >= apiKeyLimits.perUser ? `You have ${apiKeyLimits.perUser} keys: revoke one first` : undefined;

/** What the file of recovery codes says, so that it is understood when it is found years later. */
export const codesFile = (email: string, codes: readonly string[]): string =>
  [`Castellan recovery codes of ${email}`, 'Each code signs you in once.', '', ...codes, ''].join('\n');
