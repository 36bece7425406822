import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { pageWidth } from '../../components/page.tsx';

export const VerificationBanner = ({ email }: { email: string }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const resend = useMutation(
    trpc.auth.resendVerification.mutationOptions({
      onSuccess: () => notifyDone(t('dashboard.verification.sent')),
      onError: (error) => notifyFailure(t('dashboard.verification.failed'), error),
    }),
  );
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
