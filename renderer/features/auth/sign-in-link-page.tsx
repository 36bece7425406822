import { Alert, Button } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLoaderData, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestSignInLink } from '#shared/contract/auth/request-sign-in-link.ts';
import { lifetimesMs, minute } from '#shared/rules/limits.ts';
import { useKnownDevice, useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import type { AskedForLink } from '../../api/known-device.ts';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard, BackToSignIn } from './auth-layout.tsx';
import { MailRequestForm } from './mail-request-form.tsx';
import { useCompleteSignIn, useSecondStep } from './use-complete-sign-in.ts';

/** DECISION 0326: asks for a sign-in link, and signs in with it once its button is pressed: scanners open links, too. */
export const SignInLinkPage = () => {
  const { t } = useTranslation();
  const token = useLinkToken(patterns.signInLink);
  const device = useKnownDevice();
  const linkTokens = useLinkTokens();
  const [asked, setAsked] = useState(device.askedForLink);
  const ask = (answered: AskedForLink) => {
    device.askForLink(answered);
    setAsked(answered);
    // It was asked for elsewhere.
    linkTokens.forget(patterns.signInLink);
  };
  const { sends_email } = useLoaderData({ from: '/auth/sign-in-link' });
  const lead = () => {
    if (token !== undefined) return asked && t('auth.signInLink.open');
    const count = lifetimesMs.signInLink / minute;
    return sends_email ? t('auth.signInLink.lead', { count }) : t('auth.signInLink.notEmailed');
  };
  return (
    <AuthCard title={t('auth.signInLink.title')} lead={lead()} footer={<BackToSignIn />}>
      {token !== undefined && asked !== undefined && <SignInWithLink key={token} token={token} asked={asked} />}
      {token !== undefined && asked === undefined && (
        <Alert color="yellow" title={t('auth.signInLink.elsewhere.title')} icon={<IconDevices aria-hidden />}>
          {t('auth.signInLink.elsewhere.text')} {sends_email && t('auth.signInLink.elsewhere.again')}
        </Alert>
      )}
      {(token === undefined || asked === undefined) && sends_email && <RequestForm onAsked={ask} />}
    </AuthCard>
  );
};

const RequestForm = ({ onAsked }: { onAsked: (asked: AskedForLink) => void }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const device = useKnownDevice();
  const { organization } = useSearch({ from: '/auth/sign-in-link' });
  return (
    <MailRequestForm
      schema={requestSignInLink.input}
      action={t('auth.signInLink.action')}
      sent={t('auth.signInLink.sent')}
      email={device.email()}
      request={async (values) => {
        const { browser_token } = await client.auth.requestSignInLink.mutate(values);
        onAsked({ browser_token, sign_in_slug: organization });
      }}
    />
  );
};

interface SignInWithLinkProps {
  token: string;
  asked: AskedForLink;
}

const SignInWithLink = ({ token, asked }: SignInWithLinkProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const device = useKnownDevice();
  const linkTokens = useLinkTokens();
  const completeSignIn = useCompleteSignIn();
  const secondStep = useSecondStep();
  const signIn = useMutation({
    mutationFn: async () => {
      const used = () => {
        device.askForLink(undefined);
        linkTokens.forget(patterns.signInLink);
      };
      try {
        await completeSignIn(await client.auth.loginWithLink.mutate({ token, ...asked }));
      } catch (error) {
        await secondStep(error);
      }
      used();
    },
  });
  return (
    <>
      {signIn.error && <FailureAlert failure={failureOf(signIn.error)} />}
      <Button loading={signIn.isPending} onClick={() => signIn.mutate()} fullWidth autoFocus>
        {t('auth.login.title')}
      </Button>
      {signIn.error && (
        <AnchorLink {...paths.signInLink} size="sm" ta="center" onClick={() => linkTokens.forget(patterns.signInLink)}>
          {t('auth.signInLink.newLink')}
        </AnchorLink>
      )}
    </>
  );
};
