import type { OutputOf } from '#shared/contract/operation.ts';
import type { listWorkspaces } from '#shared/contract/workspaces/list-workspaces.ts';
import { may, mayInWorkspace } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Translate } from '../../languages/translate.ts';

export type Workspace = OutputOf<typeof listWorkspaces>['workspaces'][number];

export const createDisabledReason = (role: Role, t: Translate): string | undefined =>
  may(role, 'workspaces.manage') ? undefined : t('workspaces.new.refused');

export const deleteDisabledReason = (role: Role, t: Translate): string | undefined =>
  may(role, 'workspaces.manage') ? undefined : t('workspaces.delete.refused');

export const settingsDisabledReason = (
  role: Role,
  { my_role }: Pick<Workspace, 'my_role'>,
  t: Translate,
): string | undefined =>
  mayInWorkspace(role, my_role ?? undefined, 'workspaces.settings') ? undefined : t('workspaces.settings.refused');

/** The user's default workspace first; the others keep their order. */
export const defaultFirst = <Item extends Pick<Workspace, 'workspace_id'>>(
  items: readonly Item[],
  id: string,
): Item[] => items.toSorted((one, other) => Number(other.workspace_id === id) - Number(one.workspace_id === id));
