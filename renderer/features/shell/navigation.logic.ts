import { type Holder, may, type Permission } from '#shared/rules/permissions.ts';
import type { Translate } from '../../languages/translate.ts';
import { paths, type patterns } from '../../paths.ts';

/** In the order of the sidebar. */
export const navigationGroups = ['organization', 'operations'] as const;

export interface NavigationItem {
  /** Its icon, and the key of its label under `navigation` in the catalog. */
  name:
    | 'dashboard'
    | 'team'
    | 'workspaces'
    | 'applications'
    | 'apps'
    | 'sessions'
    | 'profile'
    | 'hosting'
    | 'mail'
    | 'audit'
    | 'events'
    | 'security'
    | 'settings';
  link: { to: (typeof patterns)[keyof typeof patterns] };
  allow: Permission;
  /** Where it is listed; the account menu has `you`. The dashboard belongs to none. */
  group?: (typeof navigationGroups)[number] | 'you';
  /** The key that opens it after `g`. */
  key: string;
  /** Match exactly: every other URL starts with the dashboard's. */
  exact?: true;
}

const items: readonly NavigationItem[] = [
  { name: 'dashboard', link: paths.dashboard, allow: 'self', key: 'd', exact: true },
  { name: 'apps', link: paths.apps, allow: 'self', key: 'l' },
  { name: 'team', link: paths.team, allow: 'team.read', group: 'organization', key: 't' },
  { name: 'workspaces', link: paths.workspaces, allow: 'workspaces.list', group: 'organization', key: 'w' },
  { name: 'applications', link: paths.applications, allow: 'applications.manage', group: 'organization', key: 'o' },
  { name: 'settings', link: paths.settings, allow: 'settings.read', group: 'organization', key: 'e' },
  { name: 'hosting', link: paths.hosting, allow: 'hosting.read', group: 'operations', key: 'h' },
  { name: 'mail', link: paths.mail, allow: 'mail.manage', group: 'operations', key: 'm' },
  { name: 'security', link: paths.security, allow: 'sessions.manage', group: 'operations', key: 'y' },
  { name: 'audit', link: paths.audit, allow: 'audit.read', group: 'operations', key: 'a' },
  { name: 'events', link: paths.events, allow: 'events.manage', group: 'operations', key: 'v' },
  { name: 'profile', link: paths.profile, allow: 'self', group: 'you', key: 'p' },
  { name: 'sessions', link: paths.sessions, allow: 'self', group: 'you', key: 's' },
];

/** The pages on which a role can do something. */
export const navigationFor = (holder: Holder, t: Translate): readonly (NavigationItem & { label: string })[] =>
  items.filter(({ allow }) => may(holder, allow)).map((item) => ({ ...item, label: t(`navigation.${item.name}`) }));

/** The page at this path, if a role can do nothing there. */
export const refusedPage = (holder: Holder, pathname: string): NavigationItem['name'] | undefined =>
  items.find(
    ({ link: { to }, allow, exact }) =>
      !may(holder, allow) && (pathname === to || (!exact && pathname.startsWith(`${to}/`))),
  )?.name;
