import { may, type Permission } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { Translate } from '../../languages/translate.ts';
import { paths, type patterns } from '../../paths.ts';

export interface NavigationItem {
  /** Its icon, and the key of its label under `navigation` in the catalog. */
  name:
    | 'dashboard'
    | 'team'
    | 'workspaces'
    | 'sessions'
    | 'profile'
    | 'hosting'
    | 'mail'
    | 'audit'
    | 'security'
    | 'settings';
  link: { to: (typeof patterns)[keyof typeof patterns] };
  allow: Permission;
  /** The key that opens it after `g`. */
  key: string;
  /** Match exactly: every other URL starts with the dashboard's. */
  exact?: true;
}

const items: readonly NavigationItem[] = [
  { name: 'dashboard', link: paths.dashboard, allow: 'self', key: 'd', exact: true },
  { name: 'team', link: paths.team, allow: 'team.read', key: 't' },
  { name: 'workspaces', link: paths.workspaces, allow: 'workspaces.list', key: 'w' },
  { name: 'hosting', link: paths.hosting, allow: 'hosting.read', key: 'h' },
  { name: 'mail', link: paths.mail, allow: 'mail.manage', key: 'm' },
  { name: 'audit', link: paths.audit, allow: 'audit.read', key: 'a' },
  { name: 'security', link: paths.security, allow: 'sessions.manage', key: 'y' },
  { name: 'settings', link: paths.settings, allow: 'settings.read', key: 'e' },
  { name: 'sessions', link: paths.sessions, allow: 'self', key: 's' },
  { name: 'profile', link: paths.profile, allow: 'self', key: 'p' },
];

/** The pages on which a role can do something. */
export const navigationFor = (role: Role, t: Translate): readonly (NavigationItem & { label: string })[] =>
  items.filter(({ allow }) => may(role, allow)).map((item) => ({ ...item, label: t(`navigation.${item.name}`) }));

/** The page at this path, if a role can do nothing there. */
export const refusedPage = (role: Role, pathname: string): NavigationItem['name'] | undefined =>
  items.find(
    ({ link: { to }, allow, exact }) =>
      !may(role, allow) && (pathname === to || (!exact && pathname.startsWith(`${to}/`))),
  )?.name;
