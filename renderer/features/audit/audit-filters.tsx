import { Button, Group, NativeSelect, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditActionNames, auditActors } from '#shared/audit.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { actorWords } from '../../components/audit-words.ts';
import { ListFilters } from '../../components/list-filters.tsx';
import { type AuditSearch, choiceParam } from '../../search-params.ts';
import { actionChoices } from './audit.logic.ts';

interface AuditFiltersProps {
  me: Me;
  search: AuditSearch;
  onChange: (change: { [Key in keyof AuditSearch]?: unknown }) => void;
}

/** Filters by actor, action, date and text. Each is part of the URL, so a filtered log can be shared. */
export const AuditFilters = ({ me, search, onChange }: AuditFiltersProps) => {
  const { t, i18n } = useTranslation();
  const { q, actor, action, from, to } = search;
  const filtered = [q, actor, action, from, to].some((value) => value !== undefined);
  return (
    <ListFilters
      label={t('audit.filters.search')}
      q={q}
      onSearch={(text) => onChange({ q: text, page: undefined })}
      set={[actor, action, from, to].filter((value) => value !== undefined).length}
    >
      <ActorSelect me={me} actor={actor} onChange={(value) => onChange({ actor: value, page: undefined })} />
      <NativeSelect
        aria-label={t('audit.filters.action')}
        value={action ?? ''}
        data={[{ value: '', label: t('audit.filters.everyAction') }, ...actionChoices(t, i18n.language)]}
        w={{ base: '100%', xs: 160 }}
        onChange={(event) =>
          onChange({ action: choiceParam(event.currentTarget.value, auditActionNames), page: undefined })
        }
      />
      <Group gap="sm" wrap="nowrap" w={{ base: '100%', xs: 342 }}>
        <TextInput
          type="date"
          aria-label={t('audit.filters.from')}
          leftSection={
            <Text span size="xs" c="dimmed" aria-hidden>
              {t('audit.filters.from')}
            </Text>
          }
          leftSectionWidth={44}
          flex={1}
          value={from ?? ''}
          max={to}
          onChange={(event) => onChange({ from: event.currentTarget.value, page: undefined })}
        />
        <TextInput
          type="date"
          aria-label={t('audit.filters.to')}
          leftSection={
            <Text span size="xs" c="dimmed" aria-hidden>
              {t('audit.filters.to')}
            </Text>
          }
          leftSectionWidth={44}
          flex={1}
          value={to ?? ''}
          min={from}
          onChange={(event) => onChange({ to: event.currentTarget.value, page: undefined })}
        />
      </Group>
      {filtered && (
        <Button
          variant="subtle"
          onClick={() =>
            onChange({
              q: undefined,
              actor: undefined,
              action: undefined,
              from: undefined,
              to: undefined,
              page: undefined,
            })
          }
        >
          {t('components.filters.clear')}
        </Button>
      )}
    </ListFilters>
  );
};

interface ActorSelectProps {
  me: Me;
  actor: string | undefined;
  onChange: (actor: string | undefined) => void;
}

/** Searches members on the server, because the team may be large. To pick a former member, click one in the log. */
const ActorSelect = ({ me: { tenant_id }, actor, onChange }: ActorSelectProps) => {
  const { t } = useTranslation();
  const nobody = Object.values(auditActors).map(({ id }) => ({
    value: id as string,
    label: actorWords({ actor_id: id, actor_name: null }, t),
  }));
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const isUser = actor !== undefined && !nobody.some(({ value }) => value === actor);
  const chosen = useQuery(
    trpc.team.getMember.queryOptions({ tenant_id, user_id: actor ?? '' }, { enabled: isUser, retry: false }),
  );
  const chosenName = chosen.data?.name ?? (chosen.isError ? t('audit.erased') : '…');
  const [q] = useDebouncedValue(text === chosenName ? '' : text.trim(), 250);
  const candidates = useQuery(
    trpc.team.listMembers.queryOptions(
      { tenant_id, limit: 20, ...(q && { q }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const members = (candidates.data?.users ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }));
  const others = isUser && !members.some(({ value }) => value === actor) ? [{ value: actor, label: chosenName }] : [];
  return (
    <Select
      aria-label={t('audit.filters.person')}
      placeholder={t('audit.filters.everybody')}
      w={{ base: '100%', xs: 140 }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit.filters.clearPerson') }}
      value={actor ?? null}
      onChange={(value) => onChange(value ?? undefined)}
      searchValue={text}
      onSearchChange={setText}
      // The service has already filtered; show its results as they are.
      filter={({ options }) => options}
      data={[...others, ...members, ...nobody]}
      nothingFoundMessage={t(candidates.isError ? 'audit.filters.failed' : 'audit.filters.nobody')}
    />
  );
};
