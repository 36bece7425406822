import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { searchChoices } from '../../components/search-choices.ts';
import { useRequired } from '../../components/use-required.ts';
import { outcomeReason } from './bulk.logic.ts';
import { OneByOneDialog } from './one-by-one-dialog.tsx';
import type { Member } from './team.logic.ts';

interface AddToGroupDialogProps {
  me: Me;
  members: readonly Member[];
  opened: boolean;
  onClose: () => void;
  onDone?: ((members: readonly Member[]) => void) | undefined;
}

/** Adds one or more members to a group. */
export const AddToGroupDialog = ({ me, members, onClose, ...dialog }: AddToGroupDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { tenant_id } = me;
  const [groupId, setGroupId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const { field, isGiven } = useRequired(groupId !== null, t('team.groups.dialog.choose'));
  const [q] = useDebouncedValue(text.trim(), 250);
  const candidates = useQuery(
    useTRPC().groups.listGroups.queryOptions(
      { tenant_id, limit: 50, ...(q && { q }) },
      { placeholderData: keepPreviousData, enabled: dialog.opened },
    ),
  );
  const [first] = members;
  return (
    <OneByOneDialog
      {...dialog}
      onClose={() => {
        setGroupId(null);
        setText('');
        onClose();
      }}
      title={
        members.length === 1 && first
          ? t('team.groups.dialog.title', { name: first.name })
          : t('team.groups.dialog.titleMany', { count: members.length })
      }
      targets={members}
      nameOf={({ name }) => name}
      refused={[]}
      consequences={[t('team.groups.dialog.opens')]}
      action={t('team.groups.dialog.action')}
      isGiven={isGiven}
      notDone={t('team.groups.dialog.notDone')}
      done={(done) => t('team.groups.dialog.done', { count: done.length, group: text })}
      act={async ({ user_id }) => {
        if (groupId === null) return undefined;
        const input = { tenant_id, group_id: groupId, user_ids: [user_id] };
        const { results } = await client.groups.addGroupMembers.mutate(input);
        const [refused] = results.filter(({ ok }) => !ok);
        return refused && outcomeReason(refused, t);
      }}
    >
      <Select
        label={t('team.groups.dialog.label')}
        placeholder={t('team.workspaces.add.search')}
        {...field}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('team.groups.dialog.clear') }}
        value={groupId}
        onChange={setGroupId}
        searchValue={text}
        onSearchChange={setText}
        // The service has already filtered; show its results as they are.
        filter={({ options }) => options}
        {...searchChoices(
          candidates,
          ({ groups }) => groups.map(({ group_id: value, name: label }) => ({ value, label })),
          { nothing: t('team.groups.noMatch.title'), failed: t('team.groups.dialog.failed') },
          t,
        )}
      />
    </OneByOneDialog>
  );
};
