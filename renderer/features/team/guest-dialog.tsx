import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { Member } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

interface GuestDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

/** Makes a member a guest, or ends that, after saying what it changes. */
export const GuestDialog = ({ me, member, opened, onClose }: GuestDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  const { name, user_id } = member;
  const to = member.guest ? 'end' : 'make';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      isReversible
      title={t(`team.guest.${to}.title`, { name })}
      consequences={[t(`team.guest.${to}.text`), ...(member.guest ? [] : [t('team.guest.make.loses')])]}
      action={t(`team.guest.${to}.action`)}
      onConfirm={async () => {
        await client.team.setGuest.mutate({ tenant_id: me.tenant_id, user_id, guest: !member.guest });
        notifyDone(t(`team.guest.${to}.done`, { name }));
        await refresh();
      }}
    />
  );
};
