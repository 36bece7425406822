import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { pageWidth } from '../../components/page.tsx';

/** Asks to verify the address. Where no email is sent, nothing depends on it, and the profile offers the link. */
export const VerificationBanner = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const tenant = useTenant(me);
  const { email } = me;
  const resend = useMutation(
    trpc.auth.resendVerification.mutationOptions({
      onSuccess: () => notifyDone(t('dashboard.verification.sent')),
      onError: (error) => notifyFailure(t('dashboard.verification.failed'), error),
    }),
  );
  if (!tenant?.sends_email) return null;
  return (
    <Alert
      color="yellow"
      mb="lg"
      maw={pageWidth}
      mx="auto"
      icon={<IconMailQuestion aria-hidden />}
      title={t('dashboard.verification.title')}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="break-anywhere">
          {t('dashboard.verification.text', { email })}
        </Text>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
          {t('dashboard.verification.resend')}
        </Button>
      </Group>
    </Alert>
  );
};
