import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listMemberSessions } from '#shared/contract/sessions/list-member-sessions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { Member } from './team.logic.ts';

export const useSessionsOf = (me: Me, member: Member, enabled = true) => {
  const trpc = useTRPC();
  return useQuery(
    trpc.sessions.listMemberSessions.queryOptions({ tenant_id: me.tenant_id, user_id: member.user_id }, { enabled }),
  );
};

/** How many sessions there are besides the one that asks. */
export const othersOf = (data: OutputOf<typeof listMemberSessions> | undefined): number =>
  data?.sessions.filter(({ current }) => !current).length ?? 0;

interface SignOutDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

/** Signs a member out on all devices. */
export const SignOutDialog = ({ me, member, opened, onClose }: SignOutDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useSessionsOf(me, member, opened);
  const revoke = useMutation(trpc.sessions.revokeMemberSessions.mutationOptions());
  const { name, user_id } = member;
  const isSelf = user_id === me.user_id;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('team.sessions.everywhere.title', { name })}
      consequences={[
        ...(data ? [t('team.sessions.everywhere.devices', { count: othersOf(data) })] : []),
        t(isSelf ? 'team.sessions.everywhere.ownStays' : 'team.sessions.everywhere.links'),
      ]}
      action={t('team.sessions.everywhere.action')}
      onConfirm={async () => {
        const { ended } = await revoke.mutateAsync({ tenant_id: me.tenant_id, user_id });
        notifyDone(t('team.sessions.everywhere.done', { count: ended }));
        await queryClient.invalidateQueries(trpc.sessions.pathFilter());
      }}
    />
  );
};
