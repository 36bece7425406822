import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { passwordChangedText } from './password.logic.ts';

export const PasswordTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const keys = useQuery(trpc.security.listApiKeys.queryOptions()).data?.total ?? 0;
  const { form, ...state } = useOperationForm({
    schema: contract.auth.changePassword.input,
    initialValues: { current_password: '', new_password: '', keep_api_keys: false },
    fieldOfCode: {
      CURRENT_PASSWORD_INVALID: 'current_password',
      WEAK_PASSWORD: 'new_password',
      SAME_PASSWORD: 'new_password',
    },
    submit: async (values) => {
      await client.auth.changePassword.mutate(values);
      form.reset();
      notifyDone(passwordChangedText(keys, values.keep_api_keys, t));
      await queryClient.invalidateQueries(trpc.security.listApiKeys.pathFilter());
    },
  });
  return (
    <Section title={t('profile.password.title')} lead={t('profile.password.lead')}>
      <OperationForm {...state} action={t('profile.password.action')}>
        {/* Tells password managers which account this password belongs to. */}
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        <CurrentPasswordInput label={t('profile.password.current')} {...form.getInputProps('current_password')} />
        <NewPasswordInput
          label={t('profile.password.next')}
          {...form.getInputProps('new_password')}
          value={form.values.new_password}
        />
        {keys > 0 && (
          <Checkbox
            label={t('profile.password.keepKeys', { count: keys })}
            description={t('profile.password.keepKeysOf', { count: keys })}
            {...form.getInputProps('keep_api_keys', { type: 'checkbox' })}
          />
        )}
      </OperationForm>
    </Section>
  );
};
