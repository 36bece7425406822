import type { OutputOf } from '#shared/contract/operation.ts';
import type { listWorkspaceHealth } from '#shared/contract/workspaces/list-workspace-health.ts';
import type { listWorkspaces } from '#shared/contract/workspaces/list-workspaces.ts';
import { type Holder, may, mayInWorkspace } from '#shared/rules/permissions.ts';
import type { Translate } from '../../languages/translate.ts';

export type Workspace = OutputOf<typeof listWorkspaces>['workspaces'][number];

export type HealthChange = OutputOf<typeof listWorkspaceHealth>['changes'][number];

/** Scores, newest first, as points of a chart from the oldest until now. Times are in milliseconds since the epoch. */
export const chartPoints = (changes: readonly HealthChange[], now: number): { at: number; score: number }[] => {
  const points = changes.toReversed().map(({ at, score }) => ({ at: Date.parse(at), score }));
  const last = points.at(-1);
  return last ? [...points, { at: Math.max(now, last.at), score: last.score }] : [];
};

/** A change of a score with its sign, such as `+5` or `−12`. */
export const changeText = (before: number, after: number): string =>
  after < before ? `−${before - after}` : `+${after - before}`;

export const createDisabledReason = (holder: Holder, t: Translate): string | undefined =>
  may(holder, 'workspaces.manage') ? undefined : t('workspaces.new.refused');

export const settingsDisabledReason = (
  holder: Holder,
  { my_role }: Pick<Workspace, 'my_role'>,
  t: Translate,
): string | undefined =>
  mayInWorkspace(holder, my_role ?? undefined, 'workspaces.settings') ? undefined : t('workspaces.settings.refused');

export const healthDisabledReason = (
  holder: Holder,
  { my_role }: Pick<Workspace, 'my_role'>,
  t: Translate,
): string | undefined =>
  mayInWorkspace(holder, my_role ?? undefined, 'workspaces.health') ? undefined : t('workspaces.health.refused');

/** The user's default workspace first; the others keep their order. */
export const defaultFirst = <Item extends Pick<Workspace, 'workspace_id'>>(
  items: readonly Item[],
  id: string,
): Item[] => items.toSorted((one, other) => Number(other.workspace_id === id) - Number(one.workspace_id === id));
