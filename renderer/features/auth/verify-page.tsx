import { Button, Divider, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLoaderData, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendVerification } from '#shared/contract/auth/resend-verification.ts';
import { useKnownDevice, useLinkToken, useSession, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useReturn } from '../../components/use-return.ts';
import { paths, patterns, returnPath } from '../../paths.ts';
import { AuthCard, MissingToken } from './auth-layout.tsx';
import { MailRequestForm } from './mail-request-form.tsx';
import { useGoingTo, useWayOn } from './use-way-on.ts';

export const VerifyPage = () => {
  const { t } = useTranslation();
  const token = useLinkToken(patterns.verify);
  const trpc = useTRPC();
  const client = useTRPCClient();
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const wayOn = useWayOn();
  const goingTo = useGoingTo();
  const goOn = useReturn(useKnownDevice());
  const { sends_email } = useLoaderData({ from: '/auth/verify' });

  const verify = useMutation(
    trpc.auth.verifyEmail.mutationOptions({
      onSuccess: async ({ redirect_url }) => {
        const href = returnPath(redirect_url, location.origin);
        if (!(await session.adoptFromPeers())) {
          const return_to = wayOn ?? href;
          await navigate({ ...paths.login, search: { notice: 'verified', ...(return_to && { return_to }) } });
          return;
        }
        await queryClient.invalidateQueries(trpc.profile.getMe.queryFilter());
        notifyDone(t('auth.verify.done'));
        if (href && wayOn === undefined) await navigate({ href });
        else await goOn();
      },
    }),
  );

  // A link opens in a new tab, which learns from the others whether someone is signed in.
  const [isSignedIn, setSignedIn] = useState(session.isSignedIn);
  useEffect(() => {
    void session.adoptFromPeers().then(setSignedIn);
  }, [session]);
  const isStuck = token === undefined || verify.error !== null;
  return (
    <AuthCard
      title={t('auth.verify.title')}
      footer={
        isSignedIn ? (
          <AnchorLink {...paths.dashboard}>{t('components.notFound.action')}</AnchorLink>
        ) : (
          <AnchorLink {...paths.login} search={goingTo}>
            {t('auth.back')}
          </AnchorLink>
        )
      }
      lead={token && !verify.error && t('auth.verify.lead')}
    >
      {token === undefined && <MissingToken />}
      {token !== undefined && !verify.error && (
        <Button loading={verify.isPending} onClick={() => verify.mutate({ token })} fullWidth autoFocus>
          {t('auth.verify.action')}
        </Button>
      )}
      {verify.error && (
        <FailureAlert
          failure={failureOf(verify.error)}
          {...(token && failureOf(verify.error).unreachable && { onRetry: () => verify.mutate({ token }) })}
        />
      )}
      {isStuck && sends_email && (
        <Stack>
          <Divider label={t('auth.verify.orNewLink')} labelPosition="center" />
          <MailRequestForm
            schema={resendVerification.input}
            action={t('auth.verify.newLink')}
            sent={t('auth.verify.sent')}
            request={(values) => client.auth.resendVerification.mutate(values)}
          />
        </Stack>
      )}
      {isStuck && !sends_email && <Text size="sm">{t('auth.verify.notEmailed')}</Text>}
    </AuthCard>
  );
};
