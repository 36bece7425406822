import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { TaskProps } from '../../components/commands.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { paths } from '../../paths.ts';
import type { Workspace } from './workspaces.logic.ts';

/** Deletes a workspace, once its name was typed: the one command for workspaces that isn't a page. */
export const DeleteWorkspaceDialog = ({
  targets: [workspace],
  opened,
  onClose,
}: Omit<TaskProps<Workspace>, 'name'>) => {
  const { t } = useTranslation();
  const { tenant_id } = useMe();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (!workspace) return null;
  const { name, slug, member_count } = workspace;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('workspaces.delete.title', { name })}
      consequences={[t('workspaces.delete.access', { count: member_count }), t('workspaces.delete.final')]}
      typed={{
        label: t('workspaces.delete.type', { name }),
        text: name,
        reason: t('workspaces.delete.typeFirst'),
      }}
      action={t('workspaces.delete.action')}
      onConfirm={async () => {
        await client.workspaces.deleteWorkspace.mutate({ tenant_id, slug });
        notifyDone(t('workspaces.delete.done', { name }));
        await navigate(paths.workspaces);
        await queryClient.invalidateQueries(trpc.workspaces.listWorkspaces.queryFilter());
      }}
    />
  );
};
