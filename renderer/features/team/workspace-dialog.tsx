import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { OneByOneDialog } from './one-by-one-dialog.tsx';
import type { Member } from './team.logic.ts';
import { useWorkspaceChoice, WorkspaceChoice } from './workspace-choice.tsx';

interface WorkspaceDialogProps {
  me: Me;
  members: readonly Member[];
  opened: boolean;
  onClose: () => void;
  onDone?: ((members: readonly Member[]) => void) | undefined;
}

/** Adds one or more members to a workspace. */
export const WorkspaceDialog = ({ me, members, onClose, ...dialog }: WorkspaceDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const choice = useWorkspaceChoice();
  const { slug, text: workspace, role } = choice;
  const [first] = members;
  const close = () => {
    choice.clear();
    onClose();
  };
  return (
    <OneByOneDialog
      {...dialog}
      onClose={close}
      title={
        members.length === 1 && first
          ? t('team.workspaces.dialog.title', { name: first.name })
          : t('team.workspaces.dialog.titleMany', { count: members.length })
      }
      targets={members}
      nameOf={({ name }) => name}
      refused={[]}
      consequences={[t('team.workspaces.dialog.changes')]}
      action={t('team.workspaces.dialog.action')}
      isGiven={choice.isGiven}
      notDone={t('team.workspaces.notChanged')}
      done={(done) => t('team.workspaces.dialog.done', { count: done.length, workspace })}
      act={async ({ user_id }) =>
        slug !== null && client.workspaces.setWorkspaceMember.mutate({ tenant_id: me.tenant_id, slug, user_id, role })
      }
    >
      <WorkspaceChoice me={me} choice={choice} />
    </OneByOneDialog>
  );
};
