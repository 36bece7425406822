import { may, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';

interface NavigationItem {
  /** Its picture, and its text under `navigation` in the catalogue. */
  name: 'dashboard' | 'team' | 'workspaces' | 'sessions' | 'profile' | 'hosting' | 'mail' | 'audit';
  link: { to: string };
  allow: Permission;
  /** The dashboard's address begins every other one. */
  exact?: true;
}

const items: readonly NavigationItem[] = [
  { name: 'dashboard', link: paths.dashboard, allow: 'self', exact: true },
  { name: 'team', link: paths.team, allow: 'team.read' },
  { name: 'workspaces', link: paths.workspaces, allow: 'workspaces.list' },
  { name: 'hosting', link: paths.hosting, allow: 'hosting.read' },
  { name: 'mail', link: paths.mail, allow: 'mail.manage' },
  { name: 'audit', link: paths.audit, allow: 'audit.read' },
  { name: 'sessions', link: paths.sessions, allow: 'self' },
  { name: 'profile', link: paths.profile, allow: 'self' },
];

/** The places that a role can do anything at. */
export const navigationFor = (role: Role, t: Translate): readonly (NavigationItem & { label: string })[] =>
  items.filter(({ allow }) => may(role, allow)).map((item) => ({ ...item, label: t(`navigation.${item.name}`) }));
