import { Alert, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';

interface MailRequestFormProps {
  schema: z.ZodType;
  action: string;
  /** Asks for the mail; the answer is the same whether or not the address has an account. */
  request: (values: { email: string }) => Promise<{ message: string }>;
}

export const MailRequestForm = ({ schema, action, request }: MailRequestFormProps) => {
  const [message, setMessage] = useState<string>();
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { email: '' },
    submit: async (values) => setMessage((await request(values)).message),
  });
  if (message !== undefined) {
    return (
      <Alert color="verdigris" role="status" title="Look at your mailbox" icon={<IconMailForward aria-hidden />}>
        {message}
      </Alert>
    );
  }
  return (
    <OperationForm {...state} action={action} fullWidth>
      <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
    </OperationForm>
  );
};
