import { useTranslation } from 'react-i18next';
import { resetPassword } from '#shared/contract/auth/reset-password.ts';
import { useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { AccountName } from '../../components/account-name.tsx';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths, patterns } from '../../paths.ts';
import { AuthCard, MissingToken } from './auth-layout.tsx';
import { useCompleteSignIn, useSecondStep } from './use-complete-sign-in.ts';
import { useGoingTo } from './use-way-on.ts';

export const ResetPage = () => {
  const { t } = useTranslation();
  const token = useLinkToken(patterns.reset);
  const goingTo = useGoingTo();
  return (
    <AuthCard
      title={t('auth.reset.title')}
      lead={token && t('auth.reset.lead')}
      footer={
        <AnchorLink {...paths.forgot} search={goingTo}>
          {t('auth.reset.newLink')}
        </AnchorLink>
      }
    >
      {token === undefined ? <MissingToken /> : <ResetForm key={token} token={token} />}
    </AuthCard>
  );
};

const ResetForm = ({ token }: { token: string }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const linkTokens = useLinkTokens();
  const completeSignIn = useCompleteSignIn();
  const secondStep = useSecondStep();
  const { form, ...state } = useOperationForm({
    schema: resetPassword.input.pick({ new_password: true }),
    initialValues: { new_password: '' },
    fieldOfCode: { WEAK_PASSWORD: 'new_password' },
    submit: async (values) => {
      try {
        const tokens = await client.auth.resetPassword.mutate({ token, ...values });
        notifyDone(t('auth.reset.done'));
        await completeSignIn(tokens);
      } catch (error) {
        await secondStep(error);
        notifyDone(t('auth.reset.changed'));
      }
      linkTokens.forget(patterns.reset);
    },
  });
  return (
    <OperationForm {...state} action={t('auth.reset.action')} fullWidth>
      <AccountName email={linkTokens.emailOf(patterns.reset)} />
      <NewPasswordInput
        label={t('auth.reset.label')}
        autoFocus
        {...form.getInputProps('new_password')}
        value={form.values.new_password}
      />
    </OperationForm>
  );
};
