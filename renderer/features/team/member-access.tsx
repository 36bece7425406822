import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { disableDisabledReason, type MemberDetails } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

/** Disables a member after a confirmation, or enables them again. */
export const MemberAccess = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshTeam();
  const [disabling, disable] = useDisclosure();
  const { name, user_id } = member;
  const target = { tenant_id: me.tenant_id, user_id };
  const block = useMutation(trpc.team.disableMember.mutationOptions());
  const unblock = useMutation(
    trpc.team.enableMember.mutationOptions({
      onSuccess: async () => {
        notifyDone(t('team.access.enabled', { name }));
        await refresh();
      },
      onError: (error) => notifyFailure(t('team.access.notEnabled'), error),
    }),
  );
  const isDisabled = member.status === 'disabled';
  return (
    <>
      <DisabledWithReason reason={disableDisabledReason(me, member, t)}>
        {isDisabled ? (
          <Button
            variant="default"
            leftSection={<IconLockOpen size={16} aria-hidden />}
            loading={unblock.isPending}
            onClick={() => unblock.mutate(target)}
          >
            {t('team.access.enable')}
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconLock size={16} aria-hidden />} onClick={disable.open}>
            {t('team.access.disable')}
          </Button>
        )}
      </DisabledWithReason>
      <ConfirmDialog
        opened={disabling}
        onClose={disable.close}
        title={t('team.access.title', { name })}
        consequences={[t('team.access.signedOut'), t('team.access.keys'), t('team.access.stays')]}
        action={t('team.access.disable')}
        onConfirm={async () => {
          await block.mutateAsync(target);
          notifyDone(t('team.access.disabled', { name }));
          await refresh();
        }}
      />
    </>
  );
};
