import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskedOfPerson } from '../../api/application-requests.ts';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { AuthCard } from './auth-layout.tsx';

interface GoOnProps<Sent> {
  application: AskedOfPerson['application'];
  /** Stays the same. */
  onward: { mutate: (sent: Sent) => void; error: Error | null };
  sent: Sent;
}

/** Goes on by itself with the account that is signed in in this browser. */
export const GoOn = <Sent,>({ application, onward: { mutate, error }, sent }: GoOnProps<Sent>) => {
  const { t } = useTranslation();
  useEffect(() => mutate(sent), [mutate, sent]);
  return (
    <AuthCard title={t('auth.application.goingOn', { application: application.name })} isNews>
      {error ? <FailureAlert failure={failureOf(error)} onRetry={() => mutate(sent)} /> : <Waiting />}
    </AuthCard>
  );
};

const Waiting = () => {
  const { t } = useTranslation();
  return (
    <Center role="status">
      <Loader aria-hidden />
      <VisuallyHidden>{t('components.loading')}</VisuallyHidden>
    </Center>
  );
};
