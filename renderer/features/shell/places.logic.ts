import type { NavigateOptions } from '@tanstack/react-router';
import { type Holder, may, type Permission } from '#shared/rules/permissions.ts';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';

interface Place {
  /** The key of its search terms under `search.places` in the catalog. */
  name: string;
  /** The page that it is on. */
  page: 'team' | 'hosting' | 'mail' | 'security' | 'settings' | 'profile' | 'sessions';
  label: (t: Translate) => string;
  link: NavigateOptions;
  allow: Permission;
}

/** Tabs and sections of pages, which the navigation doesn't show. */
const places = [
  {
    name: 'passkeys',
    page: 'profile',
    label: (t) => t('profile.tabs.passkeys'),
    link: paths.profileTab('passkeys'),
    allow: 'self',
  },
  {
    name: 'secondFactor',
    page: 'profile',
    label: (t) => t('security.secondFactor.title'),
    link: paths.profileTab('second-factor'),
    allow: 'self',
  },
  {
    name: 'apiKeys',
    page: 'profile',
    label: (t) => t('profile.tabs.api-keys'),
    link: paths.profileTab('api-keys'),
    allow: 'self',
  },
  {
    name: 'applicationAccess',
    page: 'profile',
    label: (t) => t('applications.given.title'),
    link: paths.profileTab('applications'),
    allow: 'self',
  },
  {
    name: 'preferences',
    page: 'profile',
    label: (t) => t('profile.tabs.preferences'),
    link: paths.preferences,
    allow: 'self',
  },
  {
    name: 'password',
    page: 'profile',
    label: (t) => t('profile.tabs.password'),
    link: paths.password,
    allow: 'self',
  },
  {
    name: 'email',
    page: 'profile',
    label: (t) => t('profile.tabs.email'),
    link: paths.profileTab('email'),
    allow: 'self',
  },
  {
    name: 'data',
    page: 'profile',
    label: (t) => t('profile.tabs.data'),
    link: paths.profileTab('data'),
    allow: 'self',
  },
  {
    name: 'invitations',
    page: 'team',
    label: (t) => t('team.tabs.invitations'),
    link: paths.invitations,
    allow: 'team.manage',
  },
  {
    name: 'groups',
    page: 'team',
    label: (t) => t('team.tabs.groups'),
    link: paths.groups,
    allow: 'groups.manage',
  },
  {
    name: 'roles',
    page: 'team',
    label: (t) => t('team.tabs.roles'),
    link: paths.roles,
    allow: 'team.read',
  },
  {
    name: 'accessReview',
    page: 'team',
    label: (t) => t('team.tabs.access'),
    link: paths.accessReview,
    allow: 'audit.read',
  },
  {
    name: 'customRoles',
    page: 'team',
    label: (t) => t('team.customRoles.title'),
    link: paths.customRoles,
    allow: 'team.read',
  },
  {
    name: 'mailServer',
    page: 'mail',
    label: (t) => t('mail.tabs.server'),
    link: paths.mailServer,
    allow: 'mail.manage',
  },
  {
    name: 'ownSignIns',
    page: 'sessions',
    label: (t) => t('components.signIns.title'),
    link: paths.ownSignIns,
    allow: 'self',
  },
  {
    name: 'teamSessions',
    page: 'security',
    label: (t) => t('security.overview.tabs.sessions'),
    link: paths.teamSessions,
    allow: 'sessions.manage',
  },
  {
    name: 'membersAtRisk',
    page: 'security',
    label: (t) => t('security.overview.tabs.members'),
    link: { to: paths.security.to, search: { tab: 'members' } },
    allow: 'sessions.manage',
  },
  {
    name: 'costs',
    page: 'hosting',
    label: (t) => t('hosting.tabs.costs'),
    link: paths.hostingTab('costs'),
    allow: 'hosting.read',
  },
  {
    name: 'invoices',
    page: 'hosting',
    label: (t) => t('hosting.tabs.invoices'),
    link: paths.hostingTab('invoices'),
    allow: 'hosting.read',
  },
  {
    name: 'history',
    page: 'hosting',
    label: (t) => t('hosting.tabs.history'),
    link: paths.hostingTab('history'),
    allow: 'hosting.read',
  },
  {
    name: 'hostingSettings',
    page: 'hosting',
    label: (t) => t('hosting.settings.title'),
    link: paths.hostingSettings,
    allow: 'hosting.settings',
  },
  {
    name: 'requiredSecondFactor',
    page: 'settings',
    label: (t) => t('settings.organization.secondFactor.title'),
    link: paths.organizationSection('second-factor'),
    allow: 'settings.read',
  },
  {
    name: 'confirmationPolicies',
    page: 'settings',
    label: (t) => t('settings.organization.confirmations.title'),
    link: paths.organizationSection('confirmations'),
    allow: 'settings.read',
  },
  {
    name: 'passwordPolicies',
    page: 'settings',
    label: (t) => t('settings.organization.passwords.title'),
    link: paths.organizationSection('passwords'),
    allow: 'settings.read',
  },
  {
    name: 'sessionPolicies',
    page: 'settings',
    label: (t) => t('settings.organization.sessions.title'),
    link: paths.organizationSection('sessions'),
    allow: 'settings.read',
  },
  {
    name: 'invitationPolicies',
    page: 'settings',
    label: (t) => t('settings.organization.invitations.title'),
    link: paths.organizationSection('invitations'),
    allow: 'settings.read',
  },
  {
    name: 'retention',
    page: 'settings',
    label: (t) => t('settings.organization.retention.title'),
    link: paths.organizationSection('retention'),
    allow: 'settings.read',
  },
  {
    name: 'serviceAccounts',
    page: 'settings',
    label: (t) => t('serviceAccounts.title'),
    link: paths.settingsTab('service-accounts'),
    allow: 'service_accounts.manage',
  },
  {
    name: 'api',
    page: 'settings',
    label: (t) => t('settings.api.title'),
    link: paths.settingsSection('api'),
    allow: 'settings.read',
  },
  {
    name: 'limits',
    page: 'settings',
    label: (t) => t('settings.policy.title'),
    link: paths.settingsSection('limits'),
    allow: 'settings.read',
  },
  {
    name: 'backups',
    page: 'settings',
    label: (t) => t('settings.backups.title'),
    link: paths.settingsSection('backups'),
    allow: 'backups.manage',
  },
  {
    name: 'desktopApp',
    page: 'settings',
    label: (t) => t('settings.desktopApp.title'),
    link: paths.settingsSection('desktop-app'),
    allow: 'settings.read',
  },
  {
    name: 'about',
    page: 'settings',
    label: (t) => t('settings.about.title'),
    link: paths.settingsSection('about'),
    allow: 'settings.read',
  },
] as const satisfies readonly Place[];

/** The tabs and sections that a role may open. */
export const placesFor = (holder: Holder): readonly (typeof places)[number][] =>
  places.filter(({ allow }) => may(holder, allow));
