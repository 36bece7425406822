import { Button, Group, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type WorkspaceRole, workspaceRoles } from '#shared/rules/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { searchChoices } from '../../components/search-choices.ts';
import { useRequired } from '../../components/use-required.ts';
import { choiceParam } from '../../search-params.ts';

interface AddMemberProps {
  me: Me;
  disabledReason: string | undefined;
  /** Whether a phone shows it. A larger screen always does. */
  isOpened: boolean;
  onAdd: (input: { user_id: string; role: WorkspaceRole }) => Promise<unknown>;
}

/** Searches members on the server, because the team may be large, and adds them with a role. */
export const AddMember = ({ me, disabledReason, isOpened, onAdd }: AddMemberProps) => {
  const { t } = useTranslation();
  const [userId, setUserId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [role, setRole] = useState<WorkspaceRole>('Member');
  const [pending, setPending] = useState(false);
  const { field, isGiven } = useRequired(userId !== null, t('workspaces.add.choose'));
  // On a phone, its button stands above the list, and it below.
  useEffect(() => {
    if (isOpened) field.ref.current?.focus();
  }, [isOpened, field.ref]);
  const [q] = useDebouncedValue(text.replace(/ \([^)]*\)$/, '').trim(), 250);
  const candidates = useQuery(
    useTRPC().team.listMembers.queryOptions(
      { tenant_id: me.tenant_id, status: 'active', limit: 20, ...(q && { q }) },
      { placeholderData: keepPreviousData, enabled: disabledReason === undefined },
    ),
  );
  const add = async () => {
    if (!isGiven() || userId === null) return;
    setPending(true);
    // The caller shows the error; keep the choice for a retry.
    const added = await onAdd({ user_id: userId, role }).then(
      () => true,
      () => false,
    );
    setPending(false);
    if (!added) return;
    setUserId(null);
    setText('');
  };
  return (
    <form
      aria-label={t('workspaces.add.form')}
      className="add-member"
      data-opened={isOpened || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Group align="flex-end" gap="sm" mt="md">
        <Select
          label={t('workspaces.add.person')}
          placeholder={t('workspaces.add.search')}
          flex="1 1 220px"
          {...field}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('workspaces.add.clear') }}
          disabled={disabledReason !== undefined}
          value={userId}
          onChange={setUserId}
          searchValue={text}
          onSearchChange={setText}
          // The service has already filtered; show its results as they are.
          filter={({ options }) => options}
          {...searchChoices(
            candidates,
            ({ users }) => users.map(({ user_id: value, name, email }) => ({ value, label: `${name} (${email})` })),
            { nothing: t('workspaces.add.nobody'), failed: t('workspaces.add.failed') },
            t,
          )}
        />
        <NativeSelect
          label={t('workspaces.members.role')}
          w={140}
          disabled={disabledReason !== undefined}
          value={role}
          data={workspaceRoles.toReversed().map((value) => ({ value, label: t(`roles.workspace.${value}`) }))}
          onChange={(event) => setRole(choiceParam(event.currentTarget.value, workspaceRoles) ?? role)}
        />
        <DisabledWithReason reason={disabledReason}>
          <Button type="submit" loading={pending}>
            {t('workspaces.add.action')}
          </Button>
        </DisabledWithReason>
      </Group>
    </form>
  );
};
