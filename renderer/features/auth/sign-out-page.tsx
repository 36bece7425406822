import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLoaderData } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { decideSignOut } from '../../api/application-requests.ts';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { AuthCard } from './auth-layout.tsx';

/** Asks whether to sign out of Castellan as well: any site could have sent the browser here. */
export const SignOutPage = () => {
  const { t } = useTranslation();
  const { application } = useLoaderData({ from: '/auth/oauth2/sign-out' });
  const decision = useMutation({
    mutationFn: decideSignOut,
    onSuccess: (onward) => onward.location !== null && location.replace(onward.location),
  });
  const decided = decision.isPending || decision.isSuccess ? decision.variables : undefined;
  const decide = (next: 'go-on' | 'stay') => () => {
    if (decided === undefined) decision.mutate(next);
  };
  // The console in this tab may know no one, and would ask them to sign in.
  if (decision.data?.location === null)
    return <AuthCard title={t('auth.signOut.stayed.title')} lead={t('auth.signOut.stayed.text')} isNews />;
  return (
    <AuthCard
      title={t('auth.signOut.title')}
      lead={application ? t('auth.signOut.lead', { application: application.name }) : t('auth.signOut.leadUnknown')}
      isNews
    >
      {decision.error && <FailureAlert failure={failureOf(decision.error)} />}
      <Stack gap="xs">
        <Button fullWidth loading={decided === 'go-on'} onClick={decide('go-on')}>
          {t('auth.signOut.action')}
        </Button>
        <Button variant="default" fullWidth loading={decided === 'stay'} onClick={decide('stay')}>
          {t('auth.signOut.stay')}
        </Button>
      </Stack>
    </AuthCard>
  );
};
