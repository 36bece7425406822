import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import type { Invitation } from './team.logic.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

/** The dialogs about one invitation of a list, once for all its rows. */
export const useInvitationDialogs = (me: Me) => {
  const { t } = useTranslation();
  const refreshTeam = useRefreshTeam();
  const [invitation, setInvitation] = useState<Invitation>();
  const [copying, copy] = useDisclosure();
  const [revoking, revoke] = useDisclosure();
  const revocation = useMutation(useTRPC().team.revokeInvitation.mutationOptions());
  const about = (dialog: { open: () => void }) => (chosen: Invitation) => {
    setInvitation(chosen);
    dialog.open();
  };
  const email = invitation?.email ?? '';
  const target = { tenant_id: me.tenant_id, invitation_id: invitation?.invitation_id ?? '' };
  return {
    copy: about(copy),
    revoke: about(revoke),
    element: (
      <>
        <InvitationLinkDialog target={target} email={email} opened={copying} onClose={copy.close} />
        <ConfirmDialog
          opened={revoking}
          onClose={revoke.close}
          title={t('team.revocation.title', { email })}
          consequences={[t('team.revocation.link'), t('team.revocation.again')]}
          action={t('team.revocation.action')}
          onConfirm={async () => {
            await revocation.mutateAsync(target);
            notifyDone(t('team.revocation.done'));
            await refreshTeam();
          }}
        />
      </>
    ),
  };
};
