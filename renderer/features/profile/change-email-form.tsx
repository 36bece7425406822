import { Alert, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeEmail } from '#shared/contract/profile/change-email.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';

/** What to say of the email with the link, as far as it's known whether it is sent. */
export const changeOutcomeOf = (sendsEmail: boolean | undefined, maySeeOutbox: boolean) => {
  if (sendsEmail === undefined) return { title: 'profile.email.held.title', text: 'profile.email.requested' } as const;
  if (sendsEmail) return { title: 'profile.email.sent.title', text: 'profile.email.sent.text' } as const;
  const text = maySeeOutbox ? 'profile.email.held.outbox' : 'profile.email.held.askAdmin';
  return { title: 'profile.email.held.title', text } as const;
};

/** Asks for a new address, which takes effect once it is verified. */
export const ChangeEmailForm = ({ outcome }: { outcome: ReturnType<typeof changeOutcomeOf> }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [sent, setSent] = useState(false);
  const { form, ...state } = useOperationForm({
    schema: changeEmail.input,
    initialValues: { new_email: '', password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async (values) => {
      await client.profile.changeEmail.mutate(values);
      setSent(true);
      form.reset();
    },
  });
  return (
    <OperationForm {...state} action={t('profile.email.action')}>
      <TextInput
        label={t('profile.email.next')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('new_email')}
      />
      <CurrentPasswordInput label={t('common.yourPassword')} {...form.getInputProps('password')} />
      {sent && (
        <Alert color="verdigris" role="status" title={t(outcome.title)} icon={<IconMailForward aria-hidden />}>
          {t(outcome.text)}
        </Alert>
      )}
    </OperationForm>
  );
};
