import { Alert, Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';
import { useCompleteSignIn, useSecondStep } from './use-complete-sign-in.ts';
import { useGoingTo } from './use-way-on.ts';

export const RestorePage = () => {
  const { t } = useTranslation();
  const { until } = useSearch({ from: '/auth/restore' });
  const goingTo = useGoingTo();
  const token = useLinkToken(patterns.restore);
  const linkTokens = useLinkTokens();
  const client = useTRPCClient();
  const completeSignIn = useCompleteSignIn();
  const secondStep = useSecondStep();
  const restore = useMutation({
    mutationFn: async (restore_token: string) => {
      try {
        await completeSignIn(await client.auth.restoreAccount.mutate({ restore_token }));
        notifyDone(t('auth.restore.done'));
      } catch (error) {
        await secondStep(error);
      }
    },
    onSuccess: () => linkTokens.forget(patterns.restore),
  });
  return (
    <AuthCard
      title={t('auth.restore.title')}
      footer={
        token && (
          <AnchorLink {...paths.login} search={goingTo}>
            {t('auth.restore.keep')}
          </AnchorLink>
        )
      }
    >
      <Alert color="yellow" title={t('errors.ACCOUNT_PENDING_DELETION')} icon={<IconHourglass aria-hidden />}>
        {until
          ? richText(
              {
                date: <Timestamp value={until} show="absolute" />,
                distance: <Timestamp value={until} show="deadline" />,
              },
              (marks) => t('auth.restore.until', marks),
            )
          : t('auth.restore.untilSomeDay')}
      </Alert>
      {restore.error && <FailureAlert failure={failureOf(restore.error)} />}
      {token === undefined ? (
        <ButtonLink {...paths.login} search={goingTo} fullWidth>
          {t('auth.restore.signIn')}
        </ButtonLink>
      ) : (
        <Button fullWidth autoFocus loading={restore.isPending} onClick={() => restore.mutate(token)}>
          {t('auth.restore.action')}
        </Button>
      )}
    </AuthCard>
  );
};
