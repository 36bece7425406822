import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { auditActors, isServiceAccount } from '#shared/texts/audit.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import { actorLabel } from '../../components/audit-labels.ts';
import { searchChoices } from '../../components/search-choices.ts';

interface ActorSelectProps {
  me: Me;
  actor: string | undefined;
  onChange: (actor: string | undefined) => void;
}

/**
 * Searches members and service accounts on the server, because the team may be large. To pick a former one, click it in the log.
 */
export const ActorSelect = ({ me, actor, onChange }: ActorSelectProps) => {
  const { t } = useTranslation();
  const nobody = Object.values(auditActors).map(({ id }) => ({
    value: id as string,
    label: actorLabel({ actor_id: id, actor_name: null }, t),
  }));
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const isSomebody = actor !== undefined && !nobody.some(({ value }) => value === actor);
  const isAccount = isSomebody && isServiceAccount(actor);
  const once = { retry: false } as const;
  const person = useQuery(
    trpc.team.getMember.queryOptions(
      { tenant_id: me.tenant_id, user_id: actor ?? '' },
      { ...once, enabled: isSomebody && !isAccount },
    ),
  );
  const account = useQuery(
    trpc.serviceAccounts.getServiceAccount.queryOptions(
      { tenant_id: me.tenant_id, account_id: actor ?? '' },
      { ...once, enabled: isAccount },
    ),
  );
  const labelOf = (actor_id: string, actor_name: string): string => actorLabel({ actor_id, actor_name }, t);
  const code = problemOf(person.error ?? account.error)?.code;
  const isGone = code === 'MEMBER_NOT_FOUND' || code === 'NOT_FOUND';
  const chosenName = labelOf(
    actor ?? '',
    person.data?.name ?? account.data?.name ?? (isGone ? t('audit.erased') : '…'),
  );
  const [q] = useDebouncedValue(text === chosenName ? '' : text.trim(), 250);
  const asked = { tenant_id: me.tenant_id, limit: 20, ...(q && { q }) };
  const shown = { placeholderData: keepPreviousData };
  const people = useQuery(trpc.team.listMembers.queryOptions(asked, shown));
  const accounts = useQuery(
    trpc.serviceAccounts.listServiceAccounts.queryOptions(asked, {
      ...shown,
      enabled: may(me, 'service_accounts.manage'),
    }),
  );
  const texts = { nothing: t('audit.filters.nobody'), failed: t('audit.filters.failed') };
  const found = searchChoices(
    people,
    ({ users }) => users.map(({ user_id, name }) => ({ value: user_id, label: labelOf(user_id, name) })),
    texts,
    t,
  );
  const foundAccounts = searchChoices(
    accounts,
    ({ service_accounts }) =>
      service_accounts.map(({ account_id, name }) => ({ value: account_id, label: labelOf(account_id, name) })),
    texts,
    t,
  );
  const offered = [...found.data, ...foundAccounts.data];
  const others =
    isSomebody && !offered.some(({ value }) => value === actor) ? [{ value: actor, label: chosenName }] : [];
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
      data={[...others, ...offered, ...nobody]}
    />
  );
};
