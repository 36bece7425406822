import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { contract } from '#shared/contract/index.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';

export const EmailTab = ({ me }: { me: Me }) => {
  const client = useTRPCClient();
  const [message, setMessage] = useState<string>();
  const { form, ...state } = useOperationForm({
    schema: contract.profile.changeEmail.input,
    initialValues: { new_email: '', password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async (values) => {
      setMessage((await client.profile.changeEmail.mutate(values)).message);
      form.reset();
    },
  });
  return (
    <Section
      title="Change your e-mail address"
      lead={`${me.email} stays until the new address is verified, and is told of the change with a link to take it back.`}
    >
      <OperationForm {...state} action="Change e-mail">
        <TextInput label="New e-mail" type="email" autoComplete="email" {...form.getInputProps('new_email')} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          spellCheck={false}
          {...form.getInputProps('password')}
        />
        {message && (
          <Alert color="verdigris" role="status" title="Look at the new mailbox" icon={<IconMailForward aria-hidden />}>
            {message}
          </Alert>
        )}
      </OperationForm>
    </Section>
  );
};
