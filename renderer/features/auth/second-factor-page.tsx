import { Button, Checkbox } from '@mantine/core';
import { useLoaderData, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeLogin } from '#shared/contract/auth/complete-login.ts';
import { useKnownDevice, useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { answerWithPasskey } from '../../api/passkeys.ts';
import { problemOf } from '../../api/problem.ts';
import type { TokenAnswer } from '../../api/tokens.ts';
import { CodeInput } from '../../components/code-input.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths, patterns } from '../../paths.ts';
import { AuthCard, BackToSignIn } from './auth-layout.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';
import { useGoingTo } from './use-way-on.ts';

/** The second step of a sign-in. The first step's token is in memory only, so a reload starts over. */
export const SecondFactorPage = () => {
  const { t } = useTranslation();
  const { methods = 'authenticator', trust } = useSearch({ from: '/auth/second-factor' });
  const goingTo = useGoingTo();
  const { passkeys } = useLoaderData({ from: '/auth/second-factor' });
  const token = useLinkToken(patterns.secondFactor);
  const [wantsCode, setWantsCode] = useState(false);
  const [trusts, setTrusts] = useState(false);
  const asksForPasskey = passkeys && methods !== 'authenticator' && !wantsCode;
  const lead = () => {
    if (token === undefined) return 'auth.secondFactor.passwordFirst';
    if (asksForPasskey) return 'auth.secondFactor.leadPasskey';
    return methods === 'passkey' ? 'auth.secondFactor.leadRecovery' : 'auth.secondFactor.lead';
  };
  return (
    <AuthCard title={t('auth.secondFactor.title')} lead={t(lead())} footer={token && <BackToSignIn />}>
      {token === undefined ? (
        <ButtonLink {...paths.login} search={goingTo} fullWidth>
          {t('auth.login.title')}
        </ButtonLink>
      ) : asksForPasskey ? (
        <>
          <PasskeyStep token={token} trusts={trusts} />
          <Button variant="subtle" fullWidth onClick={() => setWantsCode(true)}>
            {t(methods === 'passkey' ? 'auth.secondFactor.useRecoveryCode' : 'auth.secondFactor.useCode')}
          </Button>
        </>
      ) : (
        <CodeForm token={token} trusts={trusts} />
      )}
      {token !== undefined && trust !== undefined && (
        <Checkbox
          label={t('auth.secondFactor.trust', { count: trust })}
          description={t('auth.secondFactor.trustHint')}
          checked={trusts}
          onChange={({ currentTarget }) => setTrusts(currentTarget.checked)}
        />
      )}
    </AuthCard>
  );
};

/** The service's error codes for a token that no longer works: the user must enter the password again. */
const tokenEnds = ['TOKEN_EXPIRED', 'TOKEN_INVALID'];

interface Step {
  token: string;
  /** Whether the next sign-ins on this device shall need no second step. */
  trusts: boolean;
}

/** Completes the sign-in, trusts the device if the user wants it, and starts over if the first step was too long ago. */
const useSecondStepOf = ({ token, trusts }: Step) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const device = useKnownDevice();
  const linkTokens = useLinkTokens();
  const completeSignIn = useCompleteSignIn();
  return async (complete: (second_factor_token: string) => Promise<TokenAnswer>): Promise<void> => {
    try {
      await completeSignIn(await complete(token));
    } catch (error) {
      const { code: answer = '' } = problemOf(error) ?? {};
      if (!tokenEnds.includes(answer)) throw error;
      notifyFailure(t('auth.secondFactor.tooLong'), error);
      return linkTokens.forget(patterns.secondFactor);
    }
    linkTokens.forget(patterns.secondFactor);
    if (!trusts) return;
    // The answer to the sign-in has just given one.
    const device_token = device.token() ?? '';
    await client.security.trustDevice
      .mutate({ device_token })
      .catch((error: unknown) => notifyFailure(t('auth.secondFactor.notTrusted'), error));
  };
};

const PasskeyStep = (step: Step) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const finish = useSecondStepOf(step);
  return (
    <PasskeyButton
      sign={() =>
        finish(async (second_factor_token) => {
          const asked = { second_factor_token, origin: location.origin };
          const proof = await answerWithPasskey(await client.auth.startPasskeySecondFactor.mutate(asked));
          return client.auth.completeLoginWithPasskey.mutate({ second_factor_token, ...proof });
        })
      }
    >
      {t('auth.secondFactor.usePasskey')}
    </PasskeyButton>
  );
};

const CodeForm = (step: Step) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const finish = useSecondStepOf(step);
  const { form, ...state } = useOperationForm({
    schema: completeLogin.input.pick({ code: true }),
    initialValues: { code: '' },
    fieldOfCode: { SECOND_FACTOR_INVALID: 'code' },
    submit: ({ code }) =>
      finish((second_factor_token) => client.auth.completeLogin.mutate({ second_factor_token, code })),
  });
  return (
    <OperationForm {...state} action={t('auth.login.title')} fullWidth>
      <CodeInput label={t('auth.secondFactor.code')} autoFocus {...form.getInputProps('code')} />
    </OperationForm>
  );
};
