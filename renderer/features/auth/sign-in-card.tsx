import { Alert, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle, IconShieldExclamation } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { login } from '#shared/contract/auth/login.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getSignInPage } from '#shared/contract/organization/get-sign-in-page.ts';
import { useKnownDevice, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import type { TokenAnswer } from '../../api/tokens.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { loadPart } from '../../parts/page.ts';
import { paths, patterns } from '../../paths.ts';
import type { readLoginSearch } from '../../search-params.ts';
import { AuthCard } from './auth-layout.tsx';
import { endMessage } from './end-reasons.logic.ts';
import { useCompleteSignIn, useSecondStep } from './use-complete-sign-in.ts';
import { useGoingTo } from './use-way-on.ts';

/** Loaded before the page shows, and only where passkeys work. */
const PasskeySignIn = lazy(async () => ({
  default: (await loadPart(() => import('./passkey-sign-in.tsx'))).PasskeySignIn,
}));

const credentials = login.input.pick({ email: true, password: true });

/** What the service offers to people who sign in. */
export interface SignInOffer {
  sends_email: boolean;
  /** Whether passkeys work here. */
  passkeys: boolean;
  preloadHome: () => void;
}

interface SignInCardProps extends Omit<ReturnType<typeof readLoginSearch>, 'return_to'> {
  title: string;
  lead?: ReactNode;
  offer: SignInOffer;
  /** Whose page it is; undefined for that of everyone. */
  organization?: (OutputOf<typeof getSignInPage> & { sign_in_slug: string }) | undefined;
  footer?: ReactNode;
  /** Other things to do, below the form. */
  children?: ReactNode;
}

/** The form that people sign in with, and the ways to do it without a password. */
export const SignInCard = (props: SignInCardProps) => {
  const { title, lead, reason, notice, organization, footer, children } = props;
  const { sends_email, passkeys, preloadHome } = props.offer;
  const { t } = useTranslation();
  const client = useTRPCClient();
  const device = useKnownDevice();
  const [known] = useState(device.email);
  const [remembers, setRemembers] = useState(known !== undefined);
  const linkTokens = useLinkTokens();
  const navigate = useNavigate();
  const completeSignIn = useCompleteSignIn();
  const secondStep = useSecondStep();
  const message = reason && endMessage(reason, t);
  const goingTo = useGoingTo();
  const page = organization && { sign_in_slug: organization.sign_in_slug };

  /** Starts the session, or goes on to what the service asks for first. */
  const enter = async (answer: Promise<TokenAnswer>) => {
    try {
      await completeSignIn(await answer);
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.code !== 'ACCOUNT_PENDING_DELETION' || !problem.restore_token) {
        return secondStep(error);
      }
      linkTokens.put(patterns.restore, problem.restore_token);
      const until = problem.scheduled_deletion;
      await navigate({ ...paths.restore, search: { ...goingTo, ...(until && { until }) } });
    }
  };

  const { form, ...state } = useOperationForm({
    schema: credentials,
    initialValues: { email: known ?? '', password: '' },
    submit: (values) => {
      device.rememberEmail(remembers ? values.email : undefined);
      const answer = client.auth.login.mutate({ ...values, ...page });
      preloadHome();
      return enter(answer);
    },
  });

  return (
    <AuthCard title={title} lead={lead} footer={footer}>
      {message && (
        <Alert
          color={message.alarming ? 'yellow' : 'gray'}
          title={message.title}
          icon={message.alarming ? <IconShieldExclamation aria-hidden /> : <IconInfoCircle aria-hidden />}
        >
          {message.detail}
        </Alert>
      )}
      {notice === 'verified' && (
        <Alert color="verdigris" title={t('auth.login.verified.title')} icon={<IconInfoCircle aria-hidden />}>
          {t('auth.login.verified.text')}
        </Alert>
      )}
      <OperationForm {...state} action={t('auth.login.title')} accent={organization?.accent} fullWidth>
        <TextInput
          label={t('common.email')}
          type="email"
          autoComplete="username"
          autoFocus={known === undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('auth.password')}
          autoComplete="current-password"
          autoFocus={known !== undefined}
          spellCheck={false}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label={t('auth.login.remember')}
          checked={remembers}
          onChange={({ currentTarget }) => setRemembers(currentTarget.checked)}
        />
      </OperationForm>
      {passkeys && (
        <Suspense>
          <PasskeySignIn enter={enter} page={page} />
        </Suspense>
      )}
      <Stack gap="xs">
        {sends_email && (
          <AnchorLink
            {...paths.signInLink}
            search={{ ...(page && { organization: page.sign_in_slug }), ...goingTo }}
            size="sm"
            ta="center"
          >
            {t('auth.login.byEmail')}
          </AnchorLink>
        )}
        <AnchorLink {...paths.forgot} search={goingTo} size="sm" ta="center">
          {t('auth.login.forgot')}
        </AnchorLink>
      </Stack>
      {children}
    </AuthCard>
  );
};
