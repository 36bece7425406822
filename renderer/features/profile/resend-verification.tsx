import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';

interface ResendVerificationProps extends Pick<ButtonProps, 'size'> {
  email: string;
  label: string;
}

/** Sends someone another link that verifies their address. */
export const ResendVerification = ({ email, label, ...button }: ResendVerificationProps) => {
  const { t } = useTranslation();
  const resend = useMutation(
    useTRPC().auth.resendVerification.mutationOptions({
      onSuccess: () => notifyDone(t('dashboard.verification.sent')),
      onError: (error) => notifyFailure(t('dashboard.verification.failed'), error),
    }),
  );
  return (
    <Button {...button} variant="default" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
      {label}
    </Button>
  );
};
