import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { type Member, removalConsequences } from './team.rules.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

interface RemoveMemberDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

export const RemoveMemberDialog = ({ me, member, opened, onClose }: RemoveMemberDialogProps) => {
  const trpc = useTRPC();
  const refreshTeam = useRefreshTeam();
  const remove = useMutation(trpc.team.removeMember.mutationOptions());
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove ${member.name} from the team?`}
      consequences={removalConsequences(member)}
      action="Remove member"
      onConfirm={async () => {
        await remove.mutateAsync({ tenant_id: me.tenant_id, user_id: member.user_id });
        notifyDone(`${member.name} is removed.`);
        await refreshTeam();
      }}
    />
  );
};
