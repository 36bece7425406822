import type { OutputOf } from '#shared/contract/operation.ts';
import type { listApiKeys } from '#shared/contract/security/list-api-keys.ts';
import type { listPasskeys } from '#shared/contract/security/list-passkeys.ts';
import { apiKeyLimits } from '#shared/rules/limits.ts';
import { isRefused, type KeyScope } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { Translate } from '../../languages/translate.ts';

export type Passkey = OutputOf<typeof listPasskeys>['passkeys'][number];
export type ApiKey = OutputOf<typeof listApiKeys>['api_keys'][number];

const areas = {
  self: ['self'],
  team: ['team.read', 'team.manage'],
  workspaces: ['workspaces.list', 'workspaces.read', 'workspaces.settings', 'workspaces.manage'],
  hosting: ['hosting.read', 'hosting.manage'],
  mail: ['mail.manage'],
  audit: ['audit.read'],
} as const satisfies Record<string, readonly KeyScope[]>;
type ScopeArea = keyof typeof areas;

interface OfferedArea {
  area: ScopeArea;
  scopes: { value: KeyScope; label: string }[];
}

/**
 * Scopes that the user may grant to a key, by what they concern, those that only read first: a key never does more than
 * its user.
 */
export const offeredScopes = (role: Role, t: Translate): OfferedArea[] =>
  (Object.keys(areas) as ScopeArea[])
    .map((area) => ({
      area,
      scopes: areas[area]
        .filter((scope) => !isRefused(role, scope))
        .map((value) => ({ value, label: t(`security.scopes.${value}`) })),
    }))
    .filter(({ scopes }) => scopes.length > 0);

/** Key lifetimes in days; the empty value means no expiry. */
export const lifetimeChoices = (t: Translate): { value: string; label: string }[] => [
  ...[30, 90].map((count) => ({ value: String(count), label: t('security.lifetimes.days', { count }) })),
  { value: String(apiKeyLimits.maxDays), label: t('security.lifetimes.year') },
  { value: '', label: t('security.lifetimes.endless') },
];

/** How long a rolled key still works, in hours. */
export const overlapChoices = (t: Translate): { value: string; label: string }[] => [
  { value: '0', label: t('security.roll.at_once') },
  { value: '1', label: t('security.roll.hours', { count: 1 }) },
  {
    value: String(apiKeyLimits.defaultOverlapHours),
    label: t('security.roll.hours', { count: apiKeyLimits.defaultOverlapHours }),
  },
  {
    value: String(apiKeyLimits.maxOverlapHours),
    label: t('security.roll.days', { count: apiKeyLimits.maxOverlapHours / 24 }),
  },
];

export const isExpired = ({ expires_at }: Pick<ApiKey, 'expires_at'>, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

export const creationDisabledReason = (count: number | undefined, t: Translate): string | undefined =>
  count !== undefined && count >= apiKeyLimits.perUser
    ? t('security.keys.tooMany', { count: apiKeyLimits.perUser })
    : undefined;

/** Content of the recovery codes file, clear enough to make sense years later. */
export const codesFile = (email: string, codes: readonly string[], t: Translate): string =>
  [t('security.codes.file.title', { email }), t('security.codes.file.text'), '', ...codes, ''].join('\n');
