import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';

export const VerificationBanner = ({ email }: { email: string }) => {
  const trpc = useTRPC();
  const resend = useMutation(
    trpc.auth.resendVerification.mutationOptions({
      onSuccess: ({ message }) => notifyDone(message),
      onError: (error) => notifyFailure('The mail could not be asked for', error),
    }),
  );
  return (
    <Alert
      color="yellow"
      mb="lg"
      icon={<IconMailQuestion aria-hidden />}
      title="Your e-mail address is not verified yet"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="break-anywhere">
          Open the link in the mail to {email}.
        </Text>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
          Send the mail again
        </Button>
      </Group>
    </Alert>
  );
};
