import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { may, type Permission } from '#shared/rules/permissions.ts';
import { type Me, useRefreshMe, useTRPC } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import type { Offer, TaskKind } from '../../components/commands.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { apiReference, paths } from '../../paths.ts';
import { type Action, isSearchable } from './commands.logic.ts';
import type { ConsoleTasks, ShowTask } from './tasks.logic.ts';
import { useSignOut } from './user-menu.tsx';

/** Maximum number of results of each kind. */
const shown = 5;
/** Debounce before asking the service, in milliseconds. */
const debounceMs = 200;

/** What the service finds: a person, a workspace, and so on. */
export interface SearchResult {
  kind: (typeof resultKinds)[number];
  /** What its link is made of. */
  id: string;
  label: string;
  description: string;
}

/** What was found, and what can be done with it. */
export interface Found extends SearchResult {
  offers: readonly Offer[];
  start: (name: string) => void;
}

export const resultKinds = ['members', 'invitations', 'workspaces', 'groups', 'servers', 'emails'] as const;

const links: Record<SearchResult['kind'], (id: string) => NavigateOptions> = {
  members: paths.member,
  invitations: paths.invitationsOf,
  workspaces: paths.workspace,
  groups: paths.group,
  servers: () => paths.hosting,
  emails: paths.mailPreview,
};

export const linkToResult = ({ kind, id }: Pick<SearchResult, 'kind' | 'id'>): NavigateOptions => links[kind](id);

/** What is known of one kind. Beside what was found, the search says what it couldn't ask for. */
const rowsOf = <Data, Row>(query: { data: Data | undefined; error: unknown }, rows: (data: Data) => Row[]): Row[] => {
  const loaded = loadedOf(query);
  return loaded.state === 'known' ? rows(loaded.data) : [];
};

interface SearchOptions {
  tasks: ConsoleTasks;
  onTask: (show: ShowTask) => void;
  /** Of which kinds, if not of all. */
  kinds?: readonly SearchResult['kind'][];
  /** Lists the first ones before anything is typed. */
  asksAtOnce?: boolean;
}

/** What the service finds and the role may see; nothing until the query is long enough. */
export const useSearchResults = (me: Me, query: string, options: SearchOptions) => {
  const { tasks, onTask, kinds = resultKinds, asksAtOnce = false } = options;
  const { tenant_id } = me;
  const { t } = useTranslation();
  const trpc = useTRPC();
  const [q] = useDebouncedValue(query.trim(), debounceMs);
  const isAsked = (text: string): boolean => isSearchable(text) || (asksAtOnce && text.trim() === '');
  const optionsFor = (kind: SearchResult['kind'], allow: Permission) => ({
    enabled: isAsked(q) && may(me, allow) && kinds.includes(kind),
    placeholderData: keepPreviousData,
  });
  const about = <Target>({ offersFor, Task }: TaskKind<Target>, target: Target) => ({
    offers: offersFor(me, target, t),
    start: (name: string) => onTask((dialog) => createElement(Task, { ...dialog, name, targets: [target] })),
  });
  const slice = { ...(q !== '' && { q }), limit: shown };
  const input = { tenant_id, ...slice };
  const members = useQuery(trpc.team.listMembers.queryOptions(input, optionsFor('members', 'team.read')));
  const invitations = useQuery(trpc.team.listInvitations.queryOptions(input, optionsFor('invitations', 'team.manage')));
  const workspaces = useQuery(
    trpc.workspaces.listWorkspaces.queryOptions(input, optionsFor('workspaces', 'workspaces.list')),
  );
  const groups = useQuery(trpc.groups.listGroups.queryOptions(input, optionsFor('groups', 'groups.manage')));
  const servers = useQuery(trpc.hosting.listServers.queryOptions(slice, optionsFor('servers', 'hosting.read')));
  const emails = useQuery(trpc.mail.listMails.queryOptions(input, optionsFor('emails', 'mail.manage')));
  const queries = [members, invitations, workspaces, groups, servers, emails];
  const asks = isAsked(query);
  const found: Found[] = [
    ...rowsOf(members, ({ users }) => users).map((member) => ({
      kind: 'members' as const,
      id: member.user_id,
      label: member.name,
      description: member.email,
      ...about(tasks.members, member),
    })),
    ...rowsOf(invitations, ({ invitations }) => invitations).map((invitation) => ({
      kind: 'invitations' as const,
      id: invitation.email,
      label: invitation.email,
      description: t(`team.states.${invitation.status}`),
      ...about(tasks.invitations, invitation),
    })),
    ...rowsOf(workspaces, ({ workspaces }) => workspaces).map((workspace) => ({
      kind: 'workspaces' as const,
      id: workspace.slug,
      label: workspace.name,
      description: workspace.slug,
      ...about(tasks.workspaces, workspace),
    })),
    ...rowsOf(groups, ({ groups }) => groups).map((group) => ({
      kind: 'groups' as const,
      id: group.group_id,
      label: group.name,
      description: group.description,
      offers: [],
      start: () => undefined,
    })),
    ...rowsOf(servers, ({ servers, connection }) =>
      servers.map((server) => ({ ...server, provider: connection?.provider })),
    ).map((server) => ({
      kind: 'servers' as const,
      id: server.serviceid,
      label: server.own_label ?? server.label,
      description: server.main_ip ?? '',
      ...about(tasks.servers, server),
    })),
    ...rowsOf(emails, ({ mails }) => mails).map(({ mail_id, subject, to }) => ({
      kind: 'emails' as const,
      id: mail_id,
      label: subject,
      description: to,
      offers: [],
      start: () => undefined,
    })),
  ];
  return {
    found: asks ? found.filter(({ kind }) => kinds.includes(kind)) : [],
    searching: asks && (q !== query.trim() || queries.some(({ isFetching }) => isFetching)),
    error: asks ? (queries.find(({ error }) => error)?.error ?? null) : null,
  };
};

/** Runs the chosen command. */
export const useActions = (onInvite: () => void, onShortcuts: () => void) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refreshMe = useRefreshMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const savePreference = useMutation(
    trpc.profile.updateMe.mutationOptions({
      // The shell applies the language of the profile.
      onSuccess: refreshMe,
      onError: (error) => notifyFailure(t('search.actions.languageFailed'), error),
    }),
  );
  return (action: Exclude<Action, { type: 'ask' }>): void => {
    if (action.type === 'go') void navigate(action.link);
    else if (action.type === 'scheme') setColorScheme(action.scheme);
    else if (action.type === 'language') savePreference.mutate({ preferences: { language: action.language } });
    else if (action.type === 'invite') onInvite();
    else if (action.type === 'showShortcuts') onShortcuts();
    else if (action.type === 'openApiReference') window.open(apiReference, '_blank', 'noreferrer');
    else void signOut();
  };
};
