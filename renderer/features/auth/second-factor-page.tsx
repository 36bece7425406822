import { TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths, patterns } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

/** The second step of a sign-in. The first step's token is in memory only, so a reload starts over. */
export const SecondFactorPage = () => {
  const { t } = useTranslation();
  const token = useLinkToken(patterns.secondFactor);
  return (
    <AuthCard
      title={t('auth.secondFactor.title')}
      lead={t(token ? 'auth.secondFactor.lead' : 'auth.secondFactor.passwordFirst')}
      footer={token && <AnchorLink {...paths.login}>{t('auth.back')}</AnchorLink>}
    >
      {token === undefined ? (
        <ButtonLink {...paths.login} fullWidth>
          {t('auth.login.title')}
        </ButtonLink>
      ) : (
        <CodeForm token={token} />
      )}
    </AuthCard>
  );
};

/** The service's error codes for a token that no longer works: the user must enter the password again. */
const tokenEnds = ['TOKEN_EXPIRED', 'TOKEN_INVALID'];

const CodeForm = ({ token }: { token: string }) => {
  const { t } = useTranslation();
  const { return_to } = useSearch({ from: '/auth/second-factor' });
  const client = useTRPCClient();
  const linkTokens = useLinkTokens();
  const completeSignIn = useCompleteSignIn();
  const { form, ...state } = useOperationForm({
    schema: contract.auth.completeLogin.input.pick({ code: true }),
    initialValues: { code: '' },
    fieldOfCode: { SECOND_FACTOR_INVALID: 'code' },
    submit: async ({ code }) => {
      try {
        await completeSignIn(await client.auth.completeLogin.mutate({ second_factor_token: token, code }), {
          returnTo: return_to,
        });
      } catch (error) {
        const { code: answer = '' } = problemOf(error) ?? {};
        if (!tokenEnds.includes(answer)) throw error;
        notifyFailure(t('auth.secondFactor.tooLong'), error);
      }
      linkTokens.forget(patterns.secondFactor);
    },
  });
  return (
    <OperationForm {...state} action={t('auth.login.title')} fullWidth>
      <TextInput
        label={t('auth.secondFactor.code')}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        autoFocus
        {...form.getInputProps('code')}
      />
    </OperationForm>
  );
};
