import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createGroup } from '#shared/contract/groups/create-group.ts';
import type { getGroup } from '#shared/contract/groups/get-group.ts';
import type { previewGroupDeletion } from '#shared/contract/groups/preview-group-deletion.ts';
import { updateGroup } from '#shared/contract/groups/update-group.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';
import { applicationConsequences } from './opened-applications.logic.ts';
import { useRefreshTeam } from './use-team.ts';

const schema = createGroup.input.omit({ tenant_id: true });
const editSchema = updateGroup.input.omit({ tenant_id: true, group_id: true });
const fieldOfCode = { GROUP_NAME_TAKEN: 'name' } as const;

export type TeamGroup = OutputOf<typeof getGroup>;
type Preview = OutputOf<typeof previewGroupDeletion>;

const Fields = ({ form }: { form: UseFormReturnType<{ name: string; description: string }> }) => {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('team.groups.edit.name')}
        maxLength={textLimits.name}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('team.groups.edit.description')}
        maxLength={textLimits.description}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
    </>
  );
};

interface CreateGroupDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

/** Creates a group, and opens it: its members and workspaces come next. */
export const CreateGroupDialog = ({ me, opened, onClose }: CreateGroupDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  const navigate = useNavigate();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('team.groups.create.title')}
      action={t('team.groups.create.action')}
      operation={{
        schema,
        initialValues: { name: '', description: '' },
        fieldOfCode,
        submit: async (values) => {
          const group = await client.groups.createGroup.mutate({ tenant_id: me.tenant_id, ...values });
          notifyDone(t('team.groups.create.done', { name: group.name }));
          await refresh();
          await navigate(paths.group(group.group_id));
        },
      }}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
};

interface GroupDialogProps extends CreateGroupDialogProps {
  group: TeamGroup;
}

export const EditGroupDialog = ({ me, group, opened, onClose }: GroupDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('team.groups.edit.title', { name: group.name })}
      action={t('team.groups.edit.action')}
      operation={{
        schema: editSchema,
        initialValues: { name: group.name, description: group.description },
        edits: true,
        fieldOfCode,
        submit: async (_, changed) => {
          const { tenant_id } = me;
          await client.groups.updateGroup.mutate({ tenant_id, group_id: group.group_id, ...changed });
          notifyDone(t('team.groups.edit.done'));
          await refresh();
          onClose();
        },
      }}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
};

/** Workspaces that are named; the rest is counted. */
const mostNamed = 5;

const consequencesOf = ({ members, workspaces, applications }: Preview, t: Translate): string[] => {
  const lost = workspaces.filter((workspace) => workspace.members > 0);
  const more = lost.length - mostNamed;
  return [
    ...lost
      .slice(0, mostNamed)
      .map(({ name, members: count }) => t('team.groups.delete.loses', { count, workspace: name })),
    ...(more > 0 ? [t('team.groups.delete.more', { count: more })] : []),
    ...applicationConsequences(applications, t),
    ...(lost.length === 0 ? [t('team.groups.delete.nobody')] : []),
    ...(members > 0 ? [t('team.groups.delete.members', { count: members })] : []),
    t('team.groups.delete.final'),
  ];
};

/** Deletes a group, once it was shown who loses what. */
export const DeleteGroupDialog = ({ me, group, opened, onClose }: GroupDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  const navigate = useNavigate();
  const of = { tenant_id: me.tenant_id, group_id: group.group_id };
  const preview = useQuery(
    useTRPC().groups.previewGroupDeletion.queryOptions(of, { enabled: opened, gcTime: 0, staleTime: 0 }),
  );
  const loaded = loadedOf(preview);
  const isKnown = loaded.state === 'known';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('team.groups.delete.title', { name: group.name })}
      consequences={isKnown ? consequencesOf(loaded.data, t) : []}
      reason={isKnown ? undefined : t('team.groups.delete.notReady')}
      action={t('team.groups.delete.action')}
      onConfirm={async () => {
        await client.groups.deleteGroup.mutate(of);
        notifyDone(t('team.groups.delete.done', { name: group.name }));
        await navigate(paths.groups);
        await refresh();
      }}
    >
      {!isKnown && (
        <QueryBoundary state={preview} subject={t('team.groups.delete.what')}>
          {() => null}
        </QueryBoundary>
      )}
    </ConfirmDialog>
  );
};
