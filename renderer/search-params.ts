import { serverSorts } from '#shared/contract/hosting/list-servers.ts';
import { organizationSorts } from '#shared/contract/installation/list-organizations.ts';
import { mailStatuses } from '#shared/contract/mail/resources.ts';
import { memberRisks } from '#shared/contract/security/list-members-at-risk.ts';
import { memberSorts } from '#shared/contract/team/list-members.ts';
import { invitationStatuses, memberStatuses } from '#shared/contract/team/resources.ts';
import { monthPattern, serverViews } from '#shared/flows/hosting.ts';
import { accessKinds } from '#shared/rules/access-kinds.ts';
import { serverLimits, textLimits } from '#shared/rules/limits.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import { roles } from '#shared/rules/roles.ts';
import { auditActionNames } from '#shared/texts/audit.ts';
import { auditGroups, auditOutcomes } from '#shared/texts/audit-spec.ts';
import { endReasons } from '#shared/texts/errors.ts';

/**
 * What each route keeps in the URL, so that a filtered list or an open tab can be bookmarked and shared. Parameters can
 * hold anything; what is invalid counts as absent.
 */
type Search = Record<string, unknown>;

export const textParam = (value: unknown): string | undefined => {
  // The router parses `?q=42` as a number.
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, 2_000) : undefined;
};

export const choiceParam = <Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === value);

export const pageParam = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 && page <= 100_000 ? page : undefined;
};

/** How long devices can be trusted. */
const daysParam = (value: unknown): number | undefined => {
  const days = Number(value);
  return Number.isSafeInteger(days) && days > 0 && days <= policyLimits.trustedDeviceDays.max ? days : undefined;
};

/** The text of a search. */
const queryParam = (value: unknown): string | undefined => textParam(value)?.slice(0, textLimits.query);

/** A calendar day, as a date input formats it. */
const dayParam = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

const monthParam = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && monthPattern.test(text) ? text : undefined;
};

/** More than the longest address that leads back to a protected host takes. */
const longestAddress = 4_096;

/** Part of one would lead elsewhere, or nowhere. */
const addressParam = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longestAddress ? value : undefined;

/** Drops absent values to keep URLs short. */
export const present = <Given extends Search>(search: Given): { [Key in keyof Given]?: NonNullable<Given[Key]> } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as never;

export const readLoginSearch = (search: Search) =>
  present({
    reason: choiceParam(search.reason, endReasons),
    notice: choiceParam(search.notice, ['verified'] as const),
    return_to: addressParam(search.return_to),
  });

/** Where someone was going. */
export const readReturnSearch = (search: Search) => present({ return_to: addressParam(search.return_to) });

/** `organization`: whose members alone can sign in. */
export const readSignInLinkSearch = (search: Search) =>
  present({ organization: textParam(search.organization), return_to: addressParam(search.return_to) });

/** Whether someone signs in with another account than the browser has. */
export const readInteractionSearch = (search: Search) =>
  present({ account: choiceParam(search.account, ['other'] as const) });

/** `ticket`: what a browser asked a protected host for, sealed. */
export const readProtectedHostSearch = (search: Search) =>
  present({ ticket: addressParam(search.ticket), ...readInteractionSearch(search) });

/** `error`: why an application's request can't be answered. `redirect_uri`: where it wants people to be sent. */
export const readApplicationProblemSearch = (search: Search) =>
  present({
    error: choiceParam(search.error, ['invalid_client', 'invalid_redirect_uri'] as const),
    redirect_uri: textParam(search.redirect_uri),
  });

/** `user_code`: what a device shows. */
export const readDeviceSearch = (search: Search) =>
  present({ user_code: textParam(search.user_code)?.slice(0, textLimits.code), ...readInteractionSearch(search) });

export const readRestoreSearch = (search: Search) => {
  const until = textParam(search.until);
  return present({
    until: until !== undefined && !Number.isNaN(Date.parse(until)) ? until : undefined,
    ...readReturnSearch(search),
  });
};

/** `methods`: what the account has to complete the sign-in with. `trust`: days for which this device can be trusted. */
export const readSecondFactorSearch = (search: Search) =>
  present({
    return_to: addressParam(search.return_to),
    methods: choiceParam(search.methods, ['authenticator', 'passkey', 'both'] as const),
    trust: daysParam(search.trust),
  });

/**
 * All tabs of the team page but the roles search and page. `state` applies to invitations only; role, status and order apply to
 * members. `dialog` opens one over them.
 */
export const readTeamSearch = (search: Search) =>
  present({
    tab: choiceParam(search.tab, ['invitations', 'groups', 'roles', 'access'] as const),
    q: queryParam(search.q),
    role: choiceParam(search.role, roles),
    status: choiceParam(search.status, memberStatuses),
    /** What kind of access the review lists. */
    access: choiceParam(search.access, accessKinds),
    /** Absent for those that are pending. */
    state: choiceParam(search.state, [...invitationStatuses, 'all'] as const),
    sort: choiceParam(search.sort, memberSorts),
    order: choiceParam(search.order, ['desc'] as const),
    page: pageParam(search.page),
    dialog: choiceParam(search.dialog, ['invite', 'group', 'role'] as const),
  });
/** The filters of the members and of the invitations, as a saved view keeps them. */
export const readMemberFilters = (search: Search) => {
  const { q, role, status, sort, order } = readTeamSearch(search);
  return present({ q, role, status, sort, order });
};
export const readInvitationFilters = (search: Search) => {
  const { q, state } = readTeamSearch(search);
  return present({ q, state });
};
export type TeamSearch = ReturnType<typeof readTeamSearch>;

export const readWorkspacesSearch = (search: Search) =>
  present({ q: queryParam(search.q), page: pageParam(search.page) });

export const readApplicationsSearch = (search: Search) =>
  present({
    q: queryParam(search.q),
    page: pageParam(search.page),
    dialog: choiceParam(search.dialog, ['new'] as const),
  });
export type ApplicationsSearch = ReturnType<typeof readApplicationsSearch>;

/** The page of a workspace's members or activity. */
export const readWorkspaceSearch = (search: Search) =>
  present({
    /** Absent for the overview. */
    tab: choiceParam(search.tab, ['members', 'activity', 'settings'] as const),
    page: pageParam(search.page),
  });

/** The page of a group's members. */
export const readGroupSearch = (search: Search) => present({ page: pageParam(search.page) });

/** The page of the deliveries. */
export const readEventDestinationSearch = (search: Search) => present({ page: pageParam(search.page) });

/** The page of the ended sessions, or of the sign-ins. */
export const readSessionsSearch = (search: Search) =>
  present({
    /** Absent for the active sessions. */
    tab: choiceParam(search.tab, ['sign-ins'] as const),
    page: pageParam(search.page),
  });

export const profileTabs = [
  'details',
  'preferences',
  'password',
  'email',
  'passkeys',
  'second-factor',
  'api-keys',
  'applications',
  'data',
] as const;
export type ProfileTab = (typeof profileTabs)[number];
export const readProfileSearch = (search: Search) => present({ tab: choiceParam(search.tab, profileTabs) });

export const readMailSearch = (search: Search) =>
  present({
    /** Absent for the outbox. */
    tab: choiceParam(search.tab, ['server'] as const),
    q: queryParam(search.q),
    status: choiceParam(search.status, mailStatuses),
    page: pageParam(search.page),
    /** The email whose preview is open. */
    mail: textParam(search.mail),
  });
export type MailSearch = ReturnType<typeof readMailSearch>;

export const auditRanges = ['today', 'week', 'month'] as const;
export type AuditRange = (typeof auditRanges)[number];

export const readAuditSearch = (search: Search) =>
  present({
    q: queryParam(search.q),
    actor: textParam(search.actor)?.slice(0, 64),
    group: choiceParam(search.group, auditGroups),
    action: choiceParam(search.action, auditActionNames),
    outcome: choiceParam(search.outcome, auditOutcomes),
    /** Days up to now. */
    range: choiceParam(search.range, auditRanges),
    /** First and last day instead of a range, in the viewer's time zone. */
    from: dayParam(search.from),
    to: dayParam(search.to),
    page: pageParam(search.page),
  });
export type AuditSearch = ReturnType<typeof readAuditSearch>;
/** What a saved view keeps. */
export const readAuditFilters = (search: Search): AuditSearch => readAuditSearch({ ...search, page: undefined });

/** `risk` applies to the tab of members only. */
export const readSecuritySearch = (search: Search) =>
  present({
    /** Absent for the overview. */
    tab: choiceParam(search.tab, ['members', 'sessions'] as const),
    risk: choiceParam(search.risk, memberRisks),
    q: queryParam(search.q),
    page: pageParam(search.page),
  });
export type SecuritySearch = ReturnType<typeof readSecuritySearch>;

export const installationTabs = ['overview', 'organizations', 'jobs', 'configuration'] as const;
/** All but the tab apply to organizations only. */
export const readInstallationSearch = (search: Search) =>
  present({
    tab: choiceParam(search.tab, installationTabs),
    q: queryParam(search.q),
    sort: choiceParam(search.sort, organizationSorts),
    order: choiceParam(search.order, ['desc'] as const),
    page: pageParam(search.page),
  });
export type InstallationSearch = ReturnType<typeof readInstallationSearch>;

/** Absent for what concerns the organization, which links name anyway. */
export const readSettingsSearch = (search: Search) =>
  present({ tab: choiceParam(search.tab, ['organization', 'service-accounts', 'server'] as const) });

export const hostingTabs = ['servers', 'costs', 'invoices', 'history'] as const;
export type HostingTab = (typeof hostingTabs)[number];
export const readHostingSearch = (search: Search) =>
  present({
    tab: choiceParam(search.tab, hostingTabs),
    /** The month being compared with its invoices. */
    month: monthParam(search.month),
    ...readFleetSearch(search),
    page: pageParam(search.page),
  });

/** What the list of servers is narrowed to, and its order. */
export const readFleetSearch = (search: Search) =>
  present({
    q: queryParam(search.q),
    show: choiceParam(search.show, serverViews),
    plan: textParam(search.plan)?.slice(0, textLimits.name),
    tag: textParam(search.tag)?.slice(0, serverLimits.tagLength),
    sort: choiceParam(search.sort, serverSorts),
    order: choiceParam(search.order, ['desc'] as const),
  });
export type FleetSearch = ReturnType<typeof readFleetSearch>;

/** The servers to upgrade together, as the list of servers passed them on. */
export const readUpgradesSearch = (search: Search) => present({ servers: textParam(search.servers) });
