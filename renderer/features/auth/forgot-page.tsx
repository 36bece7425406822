import { useLoaderData } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { forgotPassword } from '#shared/contract/auth/forgot-password.ts';
import { hour, lifetimesMs } from '#shared/rules/limits.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { AuthCard, BackToSignIn } from './auth-layout.tsx';
import { MailRequestForm } from './mail-request-form.tsx';

export const ForgotPage = () => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { sends_email } = useLoaderData({ from: '/auth/forgot' });
  if (!sends_email) {
    return <AuthCard title={t('auth.forgot.title')} lead={t('auth.forgot.notEmailed')} footer={<BackToSignIn />} />;
  }
  return (
    <AuthCard
      title={t('auth.forgot.title')}
      lead={t('auth.forgot.lead', { count: lifetimesMs.resetLink / hour })}
      footer={<BackToSignIn />}
    >
      <MailRequestForm
        schema={forgotPassword.input}
        action={t('auth.forgot.action')}
        sent={t('auth.forgot.sent')}
        request={(values) => client.auth.forgotPassword.mutate(values)}
      />
    </AuthCard>
  );
};
