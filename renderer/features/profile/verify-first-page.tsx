import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKnownDevice, useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { useLeave } from '../../api/use-leave.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { RequiredStep } from '../../components/required-step.tsx';
import { useReturn } from '../../components/use-return.ts';
import { ChangeEmailForm, changeOutcomeOf } from './change-email-form.tsx';
import { ResendVerification } from './resend-verification.tsx';

/** Where people verify their address first, because their organization requires it. */
export const VerifyFirstPage = () => {
  const { t } = useTranslation();
  const { email, email_verified: isVerified } = useMe();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const goOn = useReturn(useKnownDevice());
  const signOut = useLeave(
    () => client.auth.logout.mutate(),
    (error) => notifyFailure(t('shell.signOutUnheard'), error),
  );
  const [isTooSoon, setIsTooSoon] = useState(false);
  const proceed = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...trpc.profile.getMe.queryOptions(), staleTime: 0 }),
    onSuccess: async (me) => {
      setIsTooSoon(!me.email_verified);
      if (!me.email_verified) return;
      await queryClient.invalidateQueries(trpc.pathFilter());
      await goOn();
    },
    onError: (error) => notifyFailure(t('profile.verifyFirst.unknown'), error),
  });
  return (
    <RequiredStep
      title={t(isVerified ? 'profile.verifyFirst.title' : 'dashboard.verification.title')}
      lead={t(isVerified ? 'profile.verifyFirst.done' : 'profile.verifyFirst.lead', { email })}
      email={email}
      onLeave={() => void signOut()}
    >
      {isTooSoon && !isVerified && (
        <Alert color="yellow" role="status">
          {t('profile.verifyFirst.notYet')}
        </Alert>
      )}
      <Button fullWidth loading={proceed.isPending} onClick={() => proceed.mutate()}>
        {t('profile.verifyFirst.proceed')}
      </Button>
      {!isVerified && <OtherWays email={email} />}
    </RequiredStep>
  );
};

/** For people who haven't got the email. */
const OtherWays = ({ email }: { email: string }) => {
  const { t } = useTranslation();
  const [corrects, setCorrects] = useState(false);
  return (
    <>
      <Group>
        <ResendVerification email={email} label={t('dashboard.verification.resend')} />
        {!corrects && (
          <Button variant="default" onClick={() => setCorrects(true)}>
            {t('profile.email.title')}
          </Button>
        )}
      </Group>
      {/* Whether email is sent here is more than they may read. */}
      {corrects && <ChangeEmailForm outcome={changeOutcomeOf(undefined, false)} />}
    </>
  );
};
