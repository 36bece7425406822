import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Me, useRefreshMe, useTRPC } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { apiReference } from '../../paths.ts';
import { type Action, enoughToAsk } from './commands.logic.ts';
import { useSignOut } from './user-menu.tsx';

const shown = 5;
/** Debounce before asking the service, in milliseconds. */
const debounceMs = 200;

/** People and workspaces from the service; nothing until the query is long enough. */
export const useSearchResults = ({ tenant_id }: Me, query: string) => {
  const trpc = useTRPC();
  const [q] = useDebouncedValue(query.trim(), debounceMs);
  const options = { enabled: enoughToAsk(q), placeholderData: keepPreviousData };
  const input = { tenant_id, q, limit: shown };
  const members = useQuery(trpc.team.listMembers.queryOptions(input, options));
  const workspaces = useQuery(trpc.workspaces.listWorkspaces.queryOptions(input, options));
  const asks = enoughToAsk(query);
  return {
    members: asks ? (members.data?.users ?? []) : [],
    workspaces: asks ? (workspaces.data?.workspaces ?? []) : [],
    searching: asks && (q !== query.trim() || members.isFetching || workspaces.isFetching),
    error: asks ? (members.error ?? workspaces.error) : null,
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
