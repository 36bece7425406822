import { Button, Group, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type WorkspaceRole, workspaceRoles } from '#shared/rules/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { searchChoices } from '../../components/search-choices.ts';
import { choiceParam } from '../../search-params.ts';
import type { MemberWorkspace } from './team.logic.ts';

interface AddToWorkspaceProps {
  me: Me;
  /** Workspaces that the member is already in. */
  known: readonly MemberWorkspace[];
  onAdd: (slug: string, role: WorkspaceRole) => Promise<unknown>;
}

/** Searches workspaces on the server, because there may be many, and adds the member with a role. */
export const AddToWorkspace = ({ me, known, onAdd }: AddToWorkspaceProps) => {
  const { t } = useTranslation();
  const [slug, setSlug] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [role, setRole] = useState<WorkspaceRole>('Member');
  const [pending, setPending] = useState(false);
  const [q] = useDebouncedValue(text.trim(), 250);
  const candidates = useQuery(
    useTRPC().workspaces.listWorkspaces.queryOptions(
      { tenant_id: me.tenant_id, limit: 50, ...(q && { q }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const joined = new Set(known.filter((workspace) => workspace.role !== null).map((workspace) => workspace.slug));
  const add = async () => {
    if (slug === null) return;
    setPending(true);
    // The caller shows the error; keep the choice for a retry.
    const added = await onAdd(slug, role).then(
      () => true,
      () => false,
    );
    setPending(false);
    if (!added) return;
    setSlug(null);
    setText('');
  };
  return (
    <form
      aria-label={t('team.workspaces.add.form')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Group align="flex-end" gap="sm" mb="md">
        <Select
          label={t('team.workspaces.columns.workspace')}
          placeholder={t('team.workspaces.add.search')}
          flex="1 1 220px"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('team.workspaces.add.clear') }}
          value={slug}
          onChange={setSlug}
          searchValue={text}
          onSearchChange={setText}
          // The service has already filtered; show its results as they are.
          filter={({ options }) => options}
          {...searchChoices(
            candidates,
            ({ workspaces }) =>
              workspaces
                .filter(({ slug }) => !joined.has(slug))
                .map(({ slug: value, name: label }) => ({ value, label })),
            { nothing: t('team.inviteForm.workspaceNotFound'), failed: t('team.inviteForm.workspacesFailed') },
            t,
          )}
        />
        <NativeSelect
          label={t('team.workspaces.columns.role')}
          w={140}
          value={role}
          data={workspaceRoles.toReversed().map((value) => ({ value, label: t(`roles.workspace.${value}`) }))}
          onChange={(event) => setRole(choiceParam(event.currentTarget.value, workspaceRoles) ?? role)}
        />
        <DisabledWithReason reason={slug === null ? t('team.workspaces.add.choose') : undefined}>
          <Button type="submit" variant="default" loading={pending}>
            {t('team.workspaces.add.action')}
          </Button>
        </DisabledWithReason>
      </Group>
    </form>
  );
};
