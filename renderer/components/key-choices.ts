import { apiKeyLimits } from '#shared/rules/limits.ts';
import { type Holder, isRefused, type KeyScope } from '#shared/rules/permissions.ts';
import type { Translate } from '../languages/translate.ts';

const areas = {
  self: ['self'],
  team: ['team.read', 'team.manage', 'groups.manage', 'applications.manage'],
  workspaces: ['workspaces.list', 'workspaces.read', 'workspaces.settings', 'workspaces.manage'],
  hosting: ['hosting.read', 'hosting.manage'],
  mail: ['mail.manage'],
  audit: ['audit.read'],
} as const satisfies Record<string, readonly KeyScope[]>;
type ScopeArea = keyof typeof areas;

interface OfferedArea<Scope> {
  area: ScopeArea;
  scopes: { value: Scope; label: string }[];
}

/**
 * Scopes that a role allows, by what they concern, those that only read first: a key never does more than whoever has it.
 */
export const offeredScopes = <Scope extends KeyScope>(
  known: readonly Scope[],
  holder: Holder,
  t: Translate,
): OfferedArea<Scope>[] =>
  (Object.keys(areas) as ScopeArea[])
    .map((area) => ({
      area,
      scopes: known
        .filter((scope) => areas[area].some((of) => of === scope) && !isRefused(holder, scope))
        .map((value) => ({ value, label: t(`security.scopes.${value as KeyScope}`) })),
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

/** Whether something no longer works by now. */
export const isExpired = ({ expires_at }: { expires_at: string | null }, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;
