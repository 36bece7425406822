import { Alert, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useKnownDevice } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { useWayOn } from './use-way-on.ts';

interface MailRequestFormProps {
  schema: z.ZodType;
  action: string;
  /** Shown after the request; the same whether or not the address has an account. */
  sent: string;
  request: (values: { email: string }) => Promise<unknown>;
  /** What the field begins with. */
  email?: string | undefined;
}

export const MailRequestForm = ({ schema, action, sent, request, email = '' }: MailRequestFormProps) => {
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  const device = useKnownDevice();
  const wayOn = useWayOn();
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { email },
    submit: async (values) => {
      await request(values);
      // The link opens another tab.
      device.keepWayOn(wayOn);
      setRequested(true);
    },
  });
  if (requested) {
    return (
      <Alert color="verdigris" role="status" title={t('auth.mailbox')} icon={<IconMailForward aria-hidden />}>
        {sent}
      </Alert>
    );
  }
  return (
    <OperationForm {...state} action={action} fullWidth>
      <TextInput label={t('common.email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
    </OperationForm>
  );
};
