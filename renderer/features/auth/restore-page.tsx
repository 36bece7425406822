import { Alert, Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { useEnter } from './use-enter.ts';
import { useSecondStep } from './use-second-step.ts';

export const RestorePage = () => {
  const { until } = useSearch({ from: '/auth/restore' });
  const token = useLinkToken(patterns.restore);
  const linkTokens = useLinkTokens();
  const client = useTRPCClient();
  const enter = useEnter();
  const secondStep = useSecondStep();
  const restore = useMutation({
    mutationFn: async (restore_token: string) => {
      try {
        await enter(await client.auth.restoreAccount.mutate({ restore_token }));
      } catch (error) {
        await secondStep(error);
      }
    },
    onSuccess: () => {
      notifyDone('Your account is restored.');
      linkTokens.forget(patterns.restore);
    },
  });
  return (
    <AuthCard
      title="Restore your account"
      footer={token && <AnchorLink {...paths.login}>Keep it scheduled, back to sign in</AnchorLink>}
    >
      <Alert color="yellow" title="This account is scheduled for deletion" icon={<IconHourglass aria-hidden />}>
        {until ? (
          <>
            It and all its data will be deleted on <Timestamp value={until} show="absolute" /> (
            <Timestamp value={until} show="relative" />
            ). Until then you can take it back.
          </>
        ) : (
          'Until the day of its deletion you can take it back.'
        )}
      </Alert>
      {restore.error && <FailureAlert failure={failureOf(restore.error)} />}
      {token === undefined ? (
        <ButtonLink {...paths.login} fullWidth>
          Sign in to restore it
        </ButtonLink>
      ) : (
        <Button fullWidth autoFocus loading={restore.isPending} onClick={() => restore.mutate(token)}>
          Restore account
        </Button>
      )}
    </AuthCard>
  );
};
