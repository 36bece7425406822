import { apiPrefix, referencePath } from '#shared/contract/http-names.ts';
import type { Restriction } from '#shared/rules/restrictions.ts';

/** Every URL of the console: the patterns for the route map, and the only functions that build links to them. */
export const patterns = {
  home: '/',
  welcome: '/welcome',
  login: '/login',
  signIn: '/sign-in/$slug',
  signup: '/signup',
  verify: '/verify',
  forgot: '/forgot',
  signInLink: '/sign-in-link',
  reset: '/reset',
  invite: '/invite',
  restore: '/restore',
  secondFactor: '/second-factor',
  cancelEmailChange: '/cancel-email-change',
  undo: '/undo',
  interaction: '/oauth2/interaction/$uid',
  protectedHost: '/forward-auth/sign-in',
  applicationSignOut: '/oauth2/sign-out',
  applicationProblem: '/oauth2/problem',
  device: '/device',
  verifyFirst: '/verify-first',
  setUpSecondFactor: '/set-up-second-factor',
  servers: '/servers',
  dashboard: '/dashboard',
  team: '/dashboard/team',
  member: '/dashboard/team/$userId',
  group: '/dashboard/team/groups/$groupId',
  workspaces: '/dashboard/workspaces',
  newWorkspace: '/dashboard/workspaces/new',
  workspace: '/dashboard/workspaces/$slug',
  workspaceSettings: '/dashboard/workspaces/$slug/settings',
  applications: '/dashboard/applications',
  application: '/dashboard/applications/$applicationId',
  apps: '/dashboard/apps',
  sessions: '/dashboard/sessions',
  profile: '/dashboard/profile',
  mail: '/dashboard/mail',
  audit: '/dashboard/audit',
  events: '/dashboard/events',
  eventDestination: '/dashboard/events/$destinationId',
  security: '/dashboard/security',
  hosting: '/dashboard/hosting',
  hostingSettings: '/dashboard/hosting/settings',
  upgrades: '/dashboard/hosting/upgrades',
  upgrade: '/dashboard/hosting/$serviceId/upgrade',
  settings: '/dashboard/settings',
  installation: '/dashboard/server',
} as const;

/** Links, to spread into the router's `<Link>` and `navigate`. */
export const paths = {
  welcome: { to: patterns.welcome },
  login: { to: patterns.login },
  /** An organization's own sign-in page. */
  signIn: (slug: string) => ({ to: patterns.signIn, params: { slug } }) as const,
  signup: { to: patterns.signup },
  forgot: { to: patterns.forgot },
  /** Asks for a link that signs in, on the page of an organization if one is given. */
  signInLink: { to: patterns.signInLink },
  restore: { to: patterns.restore },
  /** What an application wants of a person who it sends here to sign in. */
  interaction: (uid: string) => ({ to: patterns.interaction, params: { uid } }) as const,
  /** The same for someone who wants to sign in with another account. */
  interactionAsAnother: (uid: string) =>
    ({ to: patterns.interaction, params: { uid }, search: { account: 'other' } }) as const,
  /** The way to a protected host, for someone who wants to sign in with another account. */
  protectedHostAsAnother: (ticket: string) =>
    ({ to: patterns.protectedHost, search: { ticket, account: 'other' } }) as const,
  /** Where someone types the code of a device. */
  deviceWith: (user_code: string) => ({ to: patterns.device, search: { user_code } }) as const,
  /** The same, with another account than the browser has. */
  deviceAsAnother: (user_code: string) => ({ to: patterns.device, search: { user_code, account: 'other' } }) as const,
  secondFactor: { to: patterns.secondFactor },
  verifyFirst: { to: patterns.verifyFirst },
  setUpSecondFactor: { to: patterns.setUpSecondFactor },
  ownSecondFactor: { to: patterns.profile, search: { tab: 'second-factor' } },
  dashboard: { to: patterns.dashboard },
  team: { to: patterns.team },
  invitations: { to: patterns.team, search: { tab: 'invitations' } },
  groups: { to: patterns.team, search: { tab: 'groups' } },
  newGroup: { to: patterns.team, search: { tab: 'groups', dialog: 'group' } },
  group: (groupId: string) => ({ to: patterns.group, params: { groupId } }) as const,
  /** Who may do what. */
  roles: { to: patterns.team, search: { tab: 'roles' } },
  customRoles: { to: patterns.team, search: { tab: 'roles' }, hash: 'custom-roles' },
  /** Who has what, since when and by whom. */
  accessReview: { to: patterns.team, search: { tab: 'access' } },
  newCustomRole: { to: patterns.team, search: { tab: 'roles', dialog: 'role' } },
  /** The invitations of an address. */
  invitationsOf: (email: string) =>
    ({ to: patterns.team, search: { tab: 'invitations', q: email, state: 'all' } }) as const,
  invite: { to: patterns.team, search: { dialog: 'invite' } },
  member: (userId: string) => ({ to: patterns.member, params: { userId } }) as const,
  memberSection: (userId: string, section: string) =>
    ({ to: patterns.member, params: { userId }, hash: section }) as const,
  workspaces: { to: patterns.workspaces },
  newWorkspace: { to: patterns.newWorkspace },
  workspace: (slug: string) => ({ to: patterns.workspace, params: { slug } }) as const,
  workspaceTab: <Tab extends string>(slug: string, tab: Tab) =>
    ({ to: patterns.workspace, params: { slug }, search: { tab } }) as const,
  applications: { to: patterns.applications },
  newApplication: { to: patterns.applications, search: { dialog: 'new' } },
  application: (applicationId: string) => ({ to: patterns.application, params: { applicationId } }) as const,
  /** The applications that someone may sign in to. */
  apps: { to: patterns.apps },
  sessions: { to: patterns.sessions },
  /** Who signed in to one's own account. */
  ownSignIns: { to: patterns.sessions, search: { tab: 'sign-ins' } },
  profile: { to: patterns.profile },
  preferences: { to: patterns.profile, search: { tab: 'preferences' } },
  password: { to: patterns.profile, search: { tab: 'password' } },
  profileTab: <Tab extends string>(tab: Tab) => ({ to: patterns.profile, search: { tab } }) as const,
  events: { to: patterns.events },
  eventDestination: (destinationId: string) => ({ to: patterns.eventDestination, params: { destinationId } }) as const,
  mail: { to: patterns.mail },
  /** The outbox with the preview of an email open. */
  mailPreview: (mailId: string) => ({ to: patterns.mail, search: { mail: mailId } }) as const,
  mailServer: { to: patterns.mail, search: { tab: 'server' } },
  audit: { to: patterns.audit },
  activityOf: (userId: string) => ({ to: patterns.audit, search: { actor: userId } }) as const,
  lockouts: { to: patterns.audit, search: { action: 'lockAccount', range: 'month' } },
  signIns: { to: patterns.audit, search: { group: 'sign_ins', range: 'month' } },
  security: { to: patterns.security },
  membersAtRisk: <Risk extends string>(risk: Risk) =>
    ({ to: patterns.security, search: { tab: 'members', risk } }) as const,
  /** The open sessions of everyone. */
  teamSessions: { to: patterns.security, search: { tab: 'sessions' } },
  expiringKeys: { to: patterns.security, search: {}, hash: 'keys' },
  hosting: { to: patterns.hosting },
  hostingTab: <Tab extends string>(tab: Tab) => ({ to: patterns.hosting, search: { tab } }) as const,
  hostingSettings: { to: patterns.hostingSettings },
  upgrades: { to: patterns.upgrades },
  /** With these servers chosen. */
  upgradesOf: (serviceIds: readonly string[]) =>
    ({ to: patterns.upgrades, search: { servers: serviceIds.join(',') } }) as const,
  upgrade: (serviceId: string) => ({ to: patterns.upgrade, params: { serviceId } }) as const,
  settings: { to: patterns.settings },
  /** For operators. */
  installation: { to: patterns.installation },
  settingsTab: <Tab extends 'organization' | 'service-accounts' | 'server'>(tab: Tab) =>
    ({ to: patterns.settings, search: { tab } }) as const,
  settingsSection: (section: string) => ({ to: patterns.settings, search: { tab: 'server' }, hash: section }) as const,
  organizationSection: (section: string) =>
    ({ to: patterns.settings, search: { tab: 'organization' }, hash: section }) as const,
} as const;

/** Served by the same server as the console. Relative to the page's base. */
export const apiReference = referencePath.slice(1);
export const openApiDocument = `${apiPrefix.slice(1)}/openapi.json`;

/** The program's license. */
export const license = 'https://opensource.org/license/mit';

/** Where someone comes back to on the way to a protected host. */
export const pathOfProtectedHost = (ticket: string): string =>
  `${patterns.protectedHost}?ticket=${encodeURIComponent(ticket)}`;

/** Where someone comes back to who connects a device. */
export const pathOfDevice = (user_code: string): string => `${patterns.device}?${new URLSearchParams({ user_code })}`;

/** Pages of a sign-in to an application. They have a sign-in form of their own. */
const applicationPage = /^\/(oauth2\/interaction\/[\w-]+|forward-auth\/sign-in|device)$/;

const pathWithin = (value: unknown, origin: string, isInside: (pathname: string) => boolean): string | undefined => {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  return url.origin === origin && isInside(url.pathname) ? `${url.pathname}${url.search}` : undefined;
};

/** A URL of a page on which someone signs in to an application, or undefined for anything else, as {@link returnPath}. */
export const applicationPath = (value: unknown, origin: string): string | undefined =>
  pathWithin(value, origin, (pathname) => applicationPage.test(pathname));

/**
 * A URL to return to after sign-in, or undefined for anything but a page below the dashboard, or of a sign-in to an application, on
 * this origin: the value comes from the address bar, so it can't be trusted.
 */
export const returnPath = (value: unknown, origin: string): string | undefined =>
  pathWithin(
    value,
    origin,
    (pathname) =>
      pathname === patterns.dashboard ||
      pathname.startsWith(`${patterns.dashboard}/`) ||
      applicationPage.test(pathname),
  );

/** Pages that links in emails open, in a tab that knows nothing of the one before. */
const openedByEmail: ReadonlySet<string> = new Set([
  patterns.reset,
  patterns.signInLink,
  patterns.invite,
  patterns.verify,
]);

/** Where the console is, as the router says it. */
interface Place {
  readonly pathname: string;
  readonly href: string;
  readonly search: object;
}

/** The address of a page on which someone signs in to an application, for whoever is signed in. */
const asWhoeverIsIn = (href: string, origin: string): string => {
  const url = new URL(href, origin);
  url.searchParams.delete('account');
  return `${url.pathname}${url.search}`;
};

/**
 * Where someone goes on to who gets a session at a place of the console: what its address says, the place itself if an application
 * sends people there, or what they were asked to sign in for in another tab of this browser. Undefined for the dashboard.
 */
export const wayOnFrom = (
  { pathname, href, search }: Place,
  device: { wayOn: () => string | undefined },
  origin: string,
): string | undefined => {
  const named = returnPath('return_to' in search ? search.return_to : undefined, origin);
  if (named !== undefined) return named;
  if (applicationPath(href, origin) !== undefined) return asWhoeverIsIn(href, origin);
  return openedByEmail.has(pathname) ? returnPath(device.wayOn(), origin) : undefined;
};

/** Where people meet what their organization requires of them. */
export const requiredSteps = {
  verified_email: paths.verifyFirst,
  second_factor: paths.setUpSecondFactor,
} as const satisfies Readonly<Record<Restriction, { to: string }>>;
