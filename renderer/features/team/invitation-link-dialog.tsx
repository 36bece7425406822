import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Timestamp } from '../../components/timestamp.tsx';

interface InvitationLinkDialogProps {
  target: { tenant_id: string; invitation_id: string };
  email: string;
  opened: boolean;
  onClose: () => void;
}

/** A link to hand over in person. Making it voids the one in the mail, which is said before it happens. */
export const InvitationLinkDialog = ({ target, email, opened, onClose }: InvitationLinkDialogProps) => {
  const link = useMutation(useTRPC().team.copyInvitationLink.mutationOptions());
  const close = () => {
    link.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={<Text fw={650}>Link for {email}</Text>}>
      <Stack>
        {link.data ? (
          <>
            <CopyField label="Invitation link" value={link.data.url} />
            <Text size="sm" c="dimmed">
              Good until <Timestamp value={link.data.expires_at} show="absolute" />. Whoever has it can accept the
              invitation: give it to nobody else.
            </Text>
          </>
        ) : (
          <>
            <Text size="sm">
              Makes a link to hand over in person, for example when mail does not arrive. Links sent before stop
              working, and the address is verified after the invitation is accepted.
            </Text>
            {link.error && <FailureAlert failure={failureOf(link.error)} />}
            <Button loading={link.isPending} onClick={() => link.mutate(target)} data-autofocus>
              Make link
            </Button>
          </>
        )}
      </Stack>
    </Modal>
  );
};
