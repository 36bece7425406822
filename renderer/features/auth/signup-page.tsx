import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { contract } from '#shared/contract/index.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { useEnter } from './use-enter.ts';

export const SignupPage = () => {
  const client = useTRPCClient();
  const navigate = useNavigate();
  const enter = useEnter();

  const { form, ...state } = useOperationForm({
    schema: contract.auth.signup.input,
    initialValues: { name: '', company_name: '', email: '', password: '' },
    fieldOfCode: { EMAIL_TAKEN: 'email', WEAK_PASSWORD: 'password' },
    submit: async (values) => {
      await client.auth.signup.mutate(values);
      notifyDone('Your account is ready. A mail with a link to verify your address is on its way.');
      // The account exists whatever becomes of the first sign-in, so that a failure there is not the form's.
      const answer = await client.auth.login
        .mutate({ email: values.email, password: values.password })
        .catch(() => undefined);
      await (answer ? enter(answer) : navigate(paths.login));
    },
  });

  return (
    <AuthCard
      title="Sign up"
      lead="Creates your company’s team, with you as its owner."
      footer={
        <>
          Already have an account?{' '}
          <AnchorLink {...paths.login} underline="always">
            Sign in
          </AnchorLink>
        </>
      }
    >
      <OperationForm {...state} action="Sign up" fullWidth>
        <TextInput label="Full name" autoComplete="name" autoFocus {...form.getInputProps('name')} />
        <TextInput label="Company" autoComplete="organization" {...form.getInputProps('company_name')} />
        <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <NewPasswordInput
          label="Password"
          own={[form.values.email, form.values.name]}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
      </OperationForm>
    </AuthCard>
  );
};
