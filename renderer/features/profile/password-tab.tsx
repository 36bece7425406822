import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#shared/contract/auth/change-password.ts';
import { may } from '#shared/rules/permissions.ts';
import { useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { passwordChangedText } from './password.logic.ts';

export const PasswordTab = () => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.security.listApiKeys.queryOptions());
  const loaded = loadedOf(query);
  const keys = loaded.state === 'known' ? loaded.data.total : undefined;
  const me = useMe();
  const target = { tenant_id: me.tenant_id };
  // Guests can't read the policies: the service tells them if a password is too short.
  const policies = useQuery(trpc.organization.getPolicies.queryOptions(target, { enabled: may(me, 'team.read') }));
  const { form, ...state } = useOperationForm({
    schema: changePassword.input,
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
        <CurrentPasswordInput label={t('profile.password.current')} {...form.getInputProps('current_password')} />
        <NewPasswordInput
          label={t('profile.password.next')}
          {...form.getInputProps('new_password')}
          value={form.values.new_password}
          {...(policies.data && { min: policies.data.password_min_length })}
        />
        {/* If they couldn't be listed, there may be some that would be revoked unseen. */}
        {keys !== 0 && loaded.state !== 'loading' && (
          <Checkbox
            label={
              keys === undefined ? t('profile.password.keepAnyKeys') : t('profile.password.keepKeys', { count: keys })
            }
            description={
              keys === undefined
                ? t('profile.password.keepAnyKeysOf')
                : t('profile.password.keepKeysOf', { count: keys })
            }
            {...form.getInputProps('keep_api_keys', { type: 'checkbox' })}
          />
        )}
      </OperationForm>
    </Section>
  );
};
