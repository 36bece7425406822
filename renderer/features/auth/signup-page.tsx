import { PasswordInput, TextInput } from '@mantine/core';
import { useLoaderData, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signup } from '#shared/contract/auth/signup.ts';
import { useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { richText } from '../../languages/rich-text.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';
import { useCompleteSignIn, useInitialPreferences } from './use-complete-sign-in.ts';

/** The form, or whom to ask where signing up is not open. */
export const SignupPage = () => {
  const { t } = useTranslation();
  const { sign_ups, setup_token_required, sends_email } = useLoaderData({ from: '/auth/signup' });
  const { title, lead } = {
    open: { title: t('auth.signup.title'), lead: t('auth.signup.lead') },
    invited: { title: t('auth.signup.invited.title'), lead: t('auth.signup.invited.text') },
    closed: { title: t('auth.signup.closed.title'), lead: t('auth.signup.closed.text') },
  }[sign_ups];
  return (
    <AuthCard
      title={title}
      lead={lead}
      footer={richText(
        {
          signIn: (
            <AnchorLink {...paths.login} underline="always">
              {t('auth.signup.signIn')}
            </AnchorLink>
          ),
        },
        (marks) => t('auth.signup.haveAccount', marks),
      )}
    >
      {sign_ups === 'open' && <SignupForm needsSetupToken={setup_token_required} sendsEmail={sends_email} />}
    </AuthCard>
  );
};

const SignupForm = ({ needsSetupToken, sendsEmail }: { needsSetupToken: boolean; sendsEmail: boolean }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const navigate = useNavigate();
  const completeSignIn = useCompleteSignIn();
  const preferences = useInitialPreferences();
  // From the link that Castellan prints when it starts.
  const linkTokens = useLinkTokens();
  const givenToken = useLinkToken(patterns.signup);

  const { form, ...state } = useOperationForm({
    schema: signup.input,
    initialValues: { name: '', company_name: '', email: '', password: '', setup_token: givenToken ?? '' },
    called: { name: 'full_name', password: 'new_password' },
    fieldOfCode: { EMAIL_TAKEN: 'email', WEAK_PASSWORD: 'password' },
    submit: async ({ setup_token, ...values }) => {
      await client.auth.signup.mutate({ ...values, preferences, ...(needsSetupToken && { setup_token }) });
      linkTokens.forget(patterns.signup);
      notifyDone(t(sendsEmail ? 'auth.signup.doneEmailed' : 'auth.signup.done'));
      // The account exists even if the first sign-in fails, so don't show that failure in the form.
      const answer = await client.auth.login
        .mutate({ email: values.email, password: values.password })
        .catch(() => undefined);
      await (answer ? completeSignIn(answer) : navigate(paths.login));
    },
  });

  return (
    <OperationForm {...state} action={t('auth.signup.title')} fullWidth>
      {needsSetupToken && (
        <PasswordInput
          label={t('auth.signup.setupToken')}
          description={t(givenToken ? 'auth.signup.setupTokenGiven' : 'auth.signup.setupTokenHint')}
          autoComplete="off"
          spellCheck={false}
          autoFocus={!givenToken}
          {...form.getInputProps('setup_token')}
        />
      )}
      <TextInput
        label={t('common.fullName')}
        autoComplete="name"
        autoFocus={!needsSetupToken || givenToken !== undefined}
        {...form.getInputProps('name')}
      />
      <TextInput label={t('auth.signup.company')} autoComplete="organization" {...form.getInputProps('company_name')} />
      <TextInput label={t('common.email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
      <NewPasswordInput label={t('auth.password')} {...form.getInputProps('password')} value={form.values.password} />
    </OperationForm>
  );
};
