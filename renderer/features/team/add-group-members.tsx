import { Button, Group, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { searchChoices } from '../../components/search-choices.ts';
import { useRequired } from '../../components/use-required.ts';
import { outcomeReason } from './bulk.logic.ts';
import type { TeamGroup } from './group-dialogs.tsx';
import { useRefreshTeam } from './use-team.ts';

interface Choice {
  value: string;
  label: string;
}

/** Searches members on the server, because the team may be large, and adds those that were chosen. */
export const AddGroupMembers = ({ me, group }: { me: Me; group: TeamGroup }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshTeam();
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [text, setText] = useState('');
  /** Why those who are still chosen couldn't be added. */
  const [problem, setProblem] = useState<string>();
  const { field, isGiven } = useRequired(chosen.length > 0, t('team.groups.members.add.choose'));
  const [q] = useDebouncedValue(text.trim(), 250);
  const candidates = useQuery(
    trpc.team.listMembers.queryOptions(
      { tenant_id: me.tenant_id, status: 'active', limit: 20, ...(q && { q }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const { data: found, nothingFoundMessage } = searchChoices(
    candidates,
    ({ users }) => users.map(({ user_id: value, name, email }): Choice => ({ value, label: `${name} (${email})` })),
    { nothing: t('workspaces.add.nobody'), failed: t('workspaces.add.failed') },
    t,
  );
  const add = useMutation(
    trpc.groups.addGroupMembers.mutationOptions({
      onSuccess: async ({ results }) => {
        await refresh();
        const refused = new Set(results.filter(({ ok }) => !ok).map(({ user_id }) => user_id));
        const [first] = results.filter(({ ok }) => !ok);
        setProblem(first && outcomeReason(first, t));
        setChosen((before) => before.filter(({ value }) => refused.has(value)));
        const count = results.length - refused.size;
        if (count > 0) notifyDone(t('team.groups.members.add.done', { count, group: group.name }));
      },
      onError: (error) => notifyFailure(t('team.groups.members.add.failed'), error),
    }),
  );
  const isChosen = ({ value }: Choice): boolean => chosen.some((choice) => choice.value === value);
  const options = [...chosen, ...found.filter((choice) => !isChosen(choice))];
  return (
    <form
      aria-label={t('team.groups.members.add.form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isGiven()) return;
        const user_ids = chosen.map(({ value }) => value);
        add.mutate({ tenant_id: me.tenant_id, group_id: group.group_id, user_ids });
      }}
    >
      <Group align="flex-end" gap="sm" mt="md">
        <MultiSelect
          label={t('team.groups.members.add.label')}
          placeholder={chosen.length === 0 ? t('team.groups.members.add.search') : ''}
          flex="1 1 220px"
          {...field}
          searchable
          hidePickedOptions
          maxValues={bulkLimits.items}
          value={chosen.map(({ value }) => value)}
          error={field.error ?? problem}
          onChange={(values) => {
            setProblem(undefined);
            setChosen(options.filter(({ value }) => values.includes(value)));
          }}
          searchValue={text}
          onSearchChange={setText}
          data={options}
          nothingFoundMessage={nothingFoundMessage}
          // The service has already filtered; show its results as they are.
          filter={({ options: all }) => all}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          {t('team.groups.members.add.action')}
        </Button>
      </Group>
    </form>
  );
};
