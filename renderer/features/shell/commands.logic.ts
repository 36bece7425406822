import type { NavigateOptions } from '@tanstack/react-router';
import { may, type Permission } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import { type Language, languageNames, languages } from '../../languages/languages.ts';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';
import { navigationFor } from './navigation.logic.ts';
import type { navigationIcons } from './navigation.tsx';
import { placesFor } from './places.logic.ts';

/** What happens when a command is chosen. */
export type Action =
  | { type: 'go'; link: NavigateOptions }
  | { type: 'scheme'; scheme: 'light' | 'dark' | 'auto' }
  | { type: 'language'; language: Language }
  | { type: 'invite' | 'openApiReference' | 'showShortcuts' | 'signOut' };

export interface Command {
  id: string;
  group: 'pages' | 'places' | 'actions';
  icon: keyof typeof navigationIcons | 'server' | 'invite' | 'new' | 'scheme' | 'language' | 'api' | 'keys' | 'signOut';
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
  name: 'invite' | 'newWorkspace' | 'light' | 'dark' | 'auto' | 'apiReference' | 'shortcuts' | 'signOut';
  icon: Command['icon'];
  allow: Permission;
  action: Action;
  keys?: readonly string[];
}

const actions: readonly ActionEntry[] = [
  { name: 'invite', icon: 'invite', allow: 'team.manage', action: { type: 'invite' } },
  { name: 'newWorkspace', icon: 'new', allow: 'workspaces.manage', action: { type: 'go', link: paths.newWorkspace } },
  { name: 'light', icon: 'scheme', allow: 'self', action: { type: 'scheme', scheme: 'light' } },
  { name: 'dark', icon: 'scheme', allow: 'self', action: { type: 'scheme', scheme: 'dark' } },
  { name: 'auto', icon: 'scheme', allow: 'self', action: { type: 'scheme', scheme: 'auto' } },
  { name: 'apiReference', icon: 'api', allow: 'self', action: { type: 'openApiReference' } },
  { name: 'shortcuts', icon: 'keys', allow: 'self', action: { type: 'showShortcuts' }, keys: ['?'] },
  { name: 'signOut', icon: 'signOut', allow: 'self', action: { type: 'signOut' } },
];

/** The page that only operators can open. */
const installationPage = (t: Translate): Command => ({
  id: 'page-server',
  group: 'pages',
  icon: 'server',
  label: t('installation.title'),
  keywords: t('installation.keywords'),
  action: { type: 'go', link: paths.installation },
});

/** All commands of the search for a role: pages, then their tabs and sections, then actions. */
export const commandsFor = (role: Role, spoken: Language, t: Translate, isOperator = false): Command[] => [
  ...navigationFor(role, t).map(
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
  ...placesFor(role).map(
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
  ...actions
    .filter(({ allow }) => may(role, allow))
    .map(
      ({ name, icon, action, keys }): Command => ({
        id: `action-${name}`,
        group: 'actions',
        icon,
        label: t(`search.actions.${name}.label`),
        keywords: t(`search.actions.${name}.keywords`),
        ...(keys && { keys }),
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
