import { may, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { paths } from '../../paths.ts';

interface NavigationItem {
  label: string;
  icon: 'dashboard' | 'team' | 'workspaces' | 'sessions' | 'profile' | 'mail' | 'audit';
  link: { to: string };
  allow: Permission;
  /** The dashboard's address begins every other one. */
  exact?: true;
}

const items: readonly NavigationItem[] = [
  { label: 'Dashboard', icon: 'dashboard', link: paths.dashboard, allow: 'self', exact: true },
  { label: 'Team', icon: 'team', link: paths.team, allow: 'team.read' },
  { label: 'Workspaces', icon: 'workspaces', link: paths.workspaces, allow: 'workspaces.list' },
  { label: 'Mail', icon: 'mail', link: paths.mail, allow: 'mail.manage' },
  { label: 'Audit log', icon: 'audit', link: paths.audit, allow: 'audit.read' },
  { label: 'Sessions', icon: 'sessions', link: paths.sessions, allow: 'self' },
  { label: 'Profile', icon: 'profile', link: paths.profile, allow: 'self' },
];

/** The places that a role can do anything at. */
export const navigationFor = (role: Role): readonly NavigationItem[] => items.filter(({ allow }) => may(role, allow));
