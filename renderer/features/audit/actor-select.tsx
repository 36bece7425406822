import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditActors } from '#shared/texts/audit.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import { actorLabel } from '../../components/audit-labels.ts';
import { searchChoices } from '../../components/search-choices.ts';

interface ActorSelectProps {
  me: Me;
  actor: string | undefined;
  onChange: (actor: string | undefined) => void;
}

/** Searches members on the server, because the team may be large. To pick a former member, click one in the log. */
export const ActorSelect = ({ me: { tenant_id }, actor, onChange }: ActorSelectProps) => {
  const { t } = useTranslation();
  const nobody = Object.values(auditActors).map(({ id }) => ({
    value: id as string,
    label: actorLabel({ actor_id: id, actor_name: null }, t),
  }));
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const isUser = actor !== undefined && !nobody.some(({ value }) => value === actor);
  const chosen = useQuery(
    trpc.team.getMember.queryOptions({ tenant_id, user_id: actor ?? '' }, { enabled: isUser, retry: false }),
  );
  const chosenName =
    chosen.data?.name ?? (problemOf(chosen.error)?.code === 'MEMBER_NOT_FOUND' ? t('audit.erased') : '…');
  const [q] = useDebouncedValue(text === chosenName ? '' : text.trim(), 250);
  const candidates = useQuery(
    trpc.team.listMembers.queryOptions(
      { tenant_id, limit: 20, ...(q && { q }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const found = searchChoices(
    candidates,
    ({ users }) => users.map(({ user_id: value, name: label }) => ({ value, label })),
    { nothing: t('audit.filters.nobody'), failed: t('audit.filters.failed') },
    t,
  );
  const others =
    isUser && !found.data.some(({ value }) => value === actor) ? [{ value: actor, label: chosenName }] : [];
  return (
    <Select
      aria-label={t('audit.filters.person')}
      placeholder={t('audit.filters.everybody')}
      // Says what is set, as the values of the other filters do.
      styles={{ input: { '--input-placeholder-color': 'var(--mantine-color-text)' } }}
      w={{ base: '100%', xs: 136 }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit.filters.clearPerson') }}
      value={actor ?? null}
      onChange={(value) => onChange(value ?? undefined)}
      searchValue={text}
      onSearchChange={setText}
      // The service has already filtered; show its results as they are.
      filter={({ options }) => options}
      nothingFoundMessage={found.nothingFoundMessage}
      data={[...others, ...found.data, ...nobody]}
    />
  );
};
