import { Group, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type WorkspaceRole, workspaceRoles } from '#shared/rules/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { searchChoices } from '../../components/search-choices.ts';
import { useRequired } from '../../components/use-required.ts';
import { choiceParam } from '../../search-params.ts';

/** The workspace that was chosen, and the role in it. `isGiven` says at the field if none was chosen. */
export const useWorkspaceChoice = () => {
  const { t } = useTranslation();
  const [slug, setSlug] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [role, setRole] = useState<WorkspaceRole>('Member');
  const clear = () => {
    setSlug(null);
    setText('');
  };
  const { field, isGiven } = useRequired(slug !== null, t('team.workspaces.add.choose'));
  return { slug, setSlug, text, setText, role, setRole, clear, field, isGiven };
};

interface WorkspaceChoiceProps {
  me: Me;
  choice: ReturnType<typeof useWorkspaceChoice>;
  /** Workspaces that aren't offered. */
  without?: ReadonlySet<string>;
}

/** Searches workspaces on the server, because there may be many, and asks for a role. */
export const WorkspaceChoice = ({ me, choice, without }: WorkspaceChoiceProps) => {
  const { t } = useTranslation();
  const [q] = useDebouncedValue(choice.text.trim(), 250);
  const candidates = useQuery(
    useTRPC().workspaces.listWorkspaces.queryOptions(
      { tenant_id: me.tenant_id, limit: 50, ...(q && { q }) },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t('team.workspaces.columns.workspace')}
        placeholder={t('team.workspaces.add.search')}
        flex="1 1 220px"
        {...choice.field}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('team.workspaces.add.clear') }}
        value={choice.slug}
        onChange={choice.setSlug}
        searchValue={choice.text}
        onSearchChange={choice.setText}
        // The service has already filtered; show its results as they are.
        filter={({ options }) => options}
        {...searchChoices(
          candidates,
          ({ workspaces }) =>
            workspaces
              .filter(({ slug }) => !without?.has(slug))
              .map(({ slug: value, name: label }) => ({ value, label })),
          { nothing: t('team.inviteForm.workspaceNotFound'), failed: t('team.inviteForm.workspacesFailed') },
          t,
        )}
      />
      <NativeSelect
        label={t('team.workspaces.columns.role')}
        w={140}
        value={choice.role}
        data={workspaceRoles.toReversed().map((value) => ({ value, label: t(`roles.workspace.${value}`) }))}
        onChange={(event) => choice.setRole(choiceParam(event.currentTarget.value, workspaceRoles) ?? choice.role)}
      />
    </Group>
  );
};
