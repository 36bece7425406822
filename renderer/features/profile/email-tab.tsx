import { Alert, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTenant, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';

export const EmailTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const sendsEmail = useTenant(me)?.sends_email ?? true;
  const [sent, setSent] = useState(false);
  const { form, ...state } = useOperationForm({
    schema: contract.profile.changeEmail.input,
    initialValues: { new_email: '', password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async (values) => {
      await client.profile.changeEmail.mutate(values);
      setSent(true);
      form.reset();
    },
  });
  return (
    <Section title={t('profile.email.title')} lead={t('profile.email.lead', { email: me.email })}>
      <OperationForm {...state} action={t('profile.email.action')}>
        <TextInput
          label={t('profile.email.next')}
          type="email"
          autoComplete="email"
          {...form.getInputProps('new_email')}
        />
        <CurrentPasswordInput label={t('common.yourPassword')} {...form.getInputProps('password')} />
        {sent && (
          <Alert
            color="verdigris"
            role="status"
            title={t(sendsEmail ? 'profile.email.sent.title' : 'profile.email.held.title')}
            icon={<IconMailForward aria-hidden />}
          >
            {t(
              sendsEmail
                ? 'profile.email.sent.text'
                : may(me.role, 'mail.manage')
                  ? 'profile.email.held.outbox'
                  : 'profile.email.held.askAdmin',
            )}
          </Alert>
        )}
      </OperationForm>
    </Section>
  );
};
