import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import type { Member } from './team.logic.ts';

export type Purpose = 'verify_email' | 'reset_password';

/** Makes a link with which a member gets in, which is emailed where that is possible. */
export const useMemberLink = (me: Me, { user_id }: Member) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const link = useMutation(
    trpc.team.createMemberLink.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.audit.pathFilter()),
    }),
  );
  return {
    isPending: link.isPending,
    mutateAsync: (purpose: Purpose) => link.mutateAsync({ tenant_id: me.tenant_id, user_id, purpose }),
  };
};

interface LinkDialogProps {
  me: Me;
  member: Member;
  purpose: Purpose;
  opened: boolean;
  onClose: () => void;
}

/** Emails a link, or shows it where no email is sent. */
export const LinkDialog = ({ me, member, purpose, opened, onClose }: LinkDialogProps) => {
  const { t } = useTranslation();
  const link = useMemberLink(me, member);
  const sendsEmail = useTenant(me)?.sends_email === true;
  const { name, email } = member;
  const title = t(`team.account.${purpose}.title`, { name });
  if (sendsEmail) {
    return (
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        isReversible
        title={title}
        consequences={[t('team.account.sendTo', { email })]}
        action={t(`team.account.${purpose}.send`)}
        onConfirm={async () => {
          await link.mutateAsync(purpose);
          notifyDone(t(`team.account.${purpose}.queued`, { email }));
        }}
      />
    );
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={<Text fw={600}>{title}</Text>}>
      <Stack>
        <Text size="sm">{t(`team.account.${purpose}.text`, { name })}</Text>
        <ShareLink label={t(`team.account.${purpose}.label`)} create={() => link.mutateAsync(purpose)} />
      </Stack>
    </Dialog>
  );
};
