import { Button } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTenant, useTRPC } from '../../api/context.tsx';
import { Banner } from '../../components/banner.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';

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
    <Banner
      icon={IconMailQuestion}
      title={t('dashboard.verification.title')}
      text={t('dashboard.verification.text', { email })}
      action={
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
          {t('dashboard.verification.resend')}
        </Button>
      }
    />
  );
};
