import { Alert, Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useLinkToken, useLinkTokens, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { useEnter } from './use-enter.ts';

export const RestorePage = () => {
  const { until } = useSearch({ from: '/auth/restore' });
  const token = useLinkToken(patterns.restore);
  const linkTokens = useLinkTokens();
  const trpc = useTRPC();
  const enter = useEnter();
  const restore = useMutation(
    trpc.auth.restoreAccount.mutationOptions({
      onSuccess: async (answer) => {
        notifyDone('Your account is restored.');
        await enter(answer);
        linkTokens.forget(patterns.restore);
      },
    }),
  );
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
        <Button
          fullWidth
          autoFocus
          loading={restore.isPending}
          onClick={() => restore.mutate({ restore_token: token })}
        >
          Restore account
        </Button>
      )}
    </AuthCard>
  );
};
