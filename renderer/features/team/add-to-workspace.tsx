import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkspaceRole } from '#shared/rules/roles.ts';
import type { Me } from '../../api/context.tsx';
import type { MemberWorkspace } from './team.logic.ts';
import { useWorkspaceChoice, WorkspaceChoice } from './workspace-choice.tsx';

interface AddToWorkspaceProps {
  me: Me;
  /** Workspaces in which there is a role already. */
  known: readonly Pick<MemberWorkspace, 'slug' | 'role'>[];
  onAdd: (slug: string, role: WorkspaceRole) => Promise<unknown>;
}

/** Adds the member or the group of the page to a workspace, with a role. */
export const AddToWorkspace = ({ me, known, onAdd }: AddToWorkspaceProps) => {
  const { t } = useTranslation();
  const choice = useWorkspaceChoice();
  const [pending, setPending] = useState(false);
  const joined = new Set(known.filter((workspace) => workspace.role !== null).map((workspace) => workspace.slug));
  const add = async () => {
    if (!choice.isGiven() || choice.slug === null) return;
    setPending(true);
    // The caller shows the error; keep the choice for a retry.
    const added = await onAdd(choice.slug, choice.role).then(
      () => true,
      () => false,
    );
    setPending(false);
    if (added) choice.clear();
  };
  return (
    <form
      aria-label={t('team.workspaces.add.form')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Group align="flex-end" gap="sm" mt="md">
        <WorkspaceChoice me={me} choice={choice} without={joined} />
        <Button type="submit" variant="default" loading={pending}>
          {t('team.workspaces.add.action')}
        </Button>
      </Group>
    </form>
  );
};
