import type { NavigateOptions } from '@tanstack/react-router';
import { type Holder, may, type Permission } from '#shared/rules/permissions.ts';
import { type Language, languageNames, languages } from '../../languages/languages.ts';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';
import { navigationFor } from './navigation.logic.ts';
import type { navigationIcons } from './navigation.tsx';
import { placesFor } from './places.logic.ts';
import { type GeneralTask, taskId } from './tasks.logic.ts';

/** What happens when a command is chosen. */
export type Action =
  | { type: 'go'; link: NavigateOptions }
  | { type: 'scheme'; scheme: 'light' | 'dark' | 'auto' }
  | { type: 'language'; language: Language }
  /** Asks whom or what it is about. */
  | { type: 'ask'; task: GeneralTask }
  | { type: 'invite' | 'openApiReference' | 'showShortcuts' | 'signOut' };

export interface Command {
  id: string;
  group: 'pages' | 'places' | 'actions' | 'tasks';
  icon:
    | keyof typeof navigationIcons
    | ('server' | 'invite' | 'new' | 'scheme' | 'language' | 'api' | 'keys' | 'signOut' | 'leave' | 'export');
  label: string;
  /** The page that a tab or a section belongs to. */
  description?: string;
  /** Additional search keywords. */
  keywords: string;
  /** Keyboard shortcut: keys pressed one after the other. */
  keys?: readonly string[];
  action: Action;
}

interface ActionEntry {
  /** The key of its label and keywords under `search.actions` in the catalog. */
  name: string;
  icon: Command['icon'];
  allow: Permission;
  action: Action;
  keys?: readonly string[];
}

/** A task that has its place on a page. */
const leads = <Name extends string>(name: Name, icon: Command['icon'], allow: Permission, link: NavigateOptions) => ({
  name,
  icon,
  allow,
  action: { type: 'go' as const, link },
});

const actions = [
  { name: 'invite', icon: 'invite', allow: 'team.manage', action: { type: 'invite' } },
  { name: 'newWorkspace', icon: 'new', allow: 'workspaces.manage', action: { type: 'go', link: paths.newWorkspace } },
  { name: 'light', icon: 'scheme', allow: 'self', action: { type: 'scheme', scheme: 'light' } },
  { name: 'dark', icon: 'scheme', allow: 'self', action: { type: 'scheme', scheme: 'dark' } },
  { name: 'auto', icon: 'scheme', allow: 'self', action: { type: 'scheme', scheme: 'auto' } },
  { name: 'apiReference', icon: 'api', allow: 'self', action: { type: 'openApiReference' } },
  { name: 'shortcuts', icon: 'keys', allow: 'self', action: { type: 'showShortcuts' }, keys: ['?'] },
  { name: 'signOut', icon: 'signOut', allow: 'self', action: { type: 'signOut' } },
  leads('newGroup', 'new', 'groups.manage', paths.newGroup),
  leads('newApplication', 'new', 'applications.manage', paths.newApplication),
  leads('newCustomRole', 'new', 'roles.manage', paths.newCustomRole),
  leads('failedSignIns', 'security', 'sessions.manage', paths.security),
  leads('lockouts', 'audit', 'audit.read', paths.lockouts),
  leads('exportMembers', 'export', 'team.read', paths.team),
  leads('exportAudit', 'export', 'audit.read', paths.audit),
  leads('exportCosts', 'export', 'hosting.read', paths.hosting),
  leads('exportOwn', 'export', 'self', paths.profileTab('data')),
  leads('rotateKey', 'profile', 'self', paths.profileTab('api-keys')),
  leads('newServiceAccount', 'settings', 'service_accounts.manage', paths.settingsTab('service-accounts')),
  leads('ownSignIns', 'sessions', 'self', paths.sessions),
  leads('signOutOthers', 'sessions', 'self', paths.sessions),
  leads('renameOrganization', 'settings', 'policies.manage', paths.settings),
  leads('upgradeServers', 'hosting', 'hosting.manage', paths.upgrades),
  leads('payInvoice', 'hosting', 'hosting.read', paths.hostingTab('invoices')),
  leads('backUp', 'settings', 'backups.manage', paths.settingsSection('backups')),
  leads('leave', 'leave', 'self', paths.profileTab('data')),
] as const satisfies readonly ActionEntry[];

/** The page that only operators can open. */
const installationPage = (t: Translate): Command => ({
  id: 'page-server',
  group: 'pages',
  icon: 'server',
  label: t('installation.title'),
  keywords: t('installation.keywords'),
  action: { type: 'go', link: paths.installation },
});

/** All commands of the search for a role: pages, then their tabs and sections, then what can be done. */
export const commandsFor = (
  holder: Holder,
  spoken: Language,
  t: Translate,
  isOperator = false,
  tasks: readonly GeneralTask[] = [],
): Command[] => [
  ...navigationFor(holder, t).map(
    ({ name, label, link, key }): Command => ({
      id: `page-${name}`,
      group: 'pages',
      icon: name,
      label,
      keywords: t(`search.keywords.${name}`),
      keys: ['g', key],
      action: { type: 'go', link },
    }),
  ),
  ...(isOperator ? [installationPage(t)] : []),
  ...placesFor(holder).map(
    ({ name, page, label, link }): Command => ({
      id: `place-${name}`,
      group: 'places',
      icon: page,
      label: label(t),
      description: t(`navigation.${page}`),
      keywords: t(`search.places.${name}`),
      action: { type: 'go', link },
    }),
  ),
  ...tasks.map(
    (task): Command => ({
      id: taskId(task),
      group: 'tasks',
      icon: 'new',
      label: task.offer.label,
      description: t(`search.kinds.${task.kind}`),
      keywords: task.offer.words,
      action: { type: 'ask', task },
    }),
  ),
  ...actions
    .filter(({ allow }) => may(holder, allow))
    .map(
      ({ name, icon, action, ...entry }): Command => ({
        id: `action-${name}`,
        group: 'actions',
        icon,
        label: t(`search.actions.${name}.label`),
        keywords: t(`search.actions.${name}.keywords`),
        ...('keys' in entry && { keys: entry.keys }),
        action,
      }),
    ),
  ...languages
    .filter((language) => language !== spoken)
    .map(
      (language): Command => ({
        id: `action-language-${language}`,
        group: 'actions',
        icon: 'language',
        label: t('search.actions.language.label', { name: languageNames[language] }),
        keywords: t('search.actions.language.keywords'),
        action: { type: 'language', language },
      }),
    ),
];

/** Minimum query length before asking the service for people and workspaces. */
export const isSearchable = (query: string): boolean => query.trim().length >= 2;
