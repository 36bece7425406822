import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may, type Permission } from '#shared/rules/permissions.ts';
import { type Me, useRefreshMe, useTRPC } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { apiReference, paths } from '../../paths.ts';
import { type Action, isSearchable } from './commands.logic.ts';
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

export const resultKinds = ['members', 'invitations', 'workspaces', 'servers', 'emails'] as const;

const links: Record<SearchResult['kind'], (id: string) => NavigateOptions> = {
  members: paths.member,
  invitations: paths.invitationsOf,
  workspaces: paths.workspace,
  servers: () => paths.hosting,
  emails: paths.mailPreview,
};

export const linkToResult = ({ kind, id }: Pick<SearchResult, 'kind' | 'id'>): NavigateOptions => links[kind](id);

/** What is known of one kind. Beside what was found, the search says what it couldn't ask for. */
const rowsOf = <Data, Row>(query: { data: Data | undefined; error: unknown }, rows: (data: Data) => Row[]): Row[] => {
  const loaded = loadedOf(query);
  return loaded.state === 'known' ? rows(loaded.data) : [];
};

/** What the service finds and the role may see; nothing until the query is long enough. */
export const useSearchResults = ({ tenant_id, role }: Me, query: string) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const [q] = useDebouncedValue(query.trim(), debounceMs);
  const options = (allow: Permission) => ({
    enabled: isSearchable(q) && may(role, allow),
    placeholderData: keepPreviousData,
  });
  const input = { tenant_id, q, limit: shown };
  const members = useQuery(trpc.team.listMembers.queryOptions(input, options('team.read')));
  const invitations = useQuery(trpc.team.listInvitations.queryOptions(input, options('team.manage')));
  const workspaces = useQuery(trpc.workspaces.listWorkspaces.queryOptions(input, options('workspaces.list')));
  const servers = useQuery(trpc.hosting.listServers.queryOptions({ q, limit: shown }, options('hosting.read')));
  const emails = useQuery(trpc.mail.listMails.queryOptions(input, options('mail.manage')));
  const queries = [members, invitations, workspaces, servers, emails];
  const asks = isSearchable(query);
  const found: SearchResult[] = [
    ...rowsOf(members, ({ users }) => users).map(({ user_id, name, email }) => ({
      kind: 'members' as const,
      id: user_id,
      label: name,
      description: email,
    })),
    ...rowsOf(invitations, ({ invitations }) => invitations).map(({ email, status }) => ({
      kind: 'invitations' as const,
      id: email,
      label: email,
      description: t(`team.states.${status}`),
    })),
    ...rowsOf(workspaces, ({ workspaces }) => workspaces).map(({ slug, name }) => ({
      kind: 'workspaces' as const,
      id: slug,
      label: name,
      description: slug,
    })),
    ...rowsOf(servers, ({ servers }) => servers).map(({ serviceid, own_label, label, main_ip }) => ({
      kind: 'servers' as const,
      id: serviceid,
      label: own_label ?? label,
      description: main_ip ?? '',
    })),
    ...rowsOf(emails, ({ mails }) => mails).map(({ mail_id, subject, to }) => ({
      kind: 'emails' as const,
      id: mail_id,
      label: subject,
      description: to,
    })),
  ];
  return {
    found: asks ? found : [],
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
  return (action: Action): void => {
    if (action.type === 'go') void navigate(action.link);
    else if (action.type === 'scheme') setColorScheme(action.scheme);
    else if (action.type === 'language') savePreference.mutate({ preferences: { language: action.language } });
    else if (action.type === 'invite') onInvite();
    else if (action.type === 'showShortcuts') onShortcuts();
    else if (action.type === 'openApiReference') window.open(apiReference, '_blank', 'noreferrer');
    else void signOut();
  };
};
