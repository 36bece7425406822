import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { apiKeyLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { lifetimeChoices, overlapChoices } from '../../components/key-choices.ts';
import { NewKeyDialog, type NewKeyFormProps } from '../../components/new-key-dialog.tsx';
import type { ServiceAccount, ServiceAccountKey } from './service-accounts.logic.ts';

type Account = Pick<ServiceAccount, 'account_id' | 'name'>;

interface NewServiceKeyDialogProps {
  me: Me;
  /** Whose key it is; undefined while the dialog is closed. */
  account: Account | undefined;
  /** The key that the new one replaces, if it does. */
  rolled?: ServiceAccountKey | undefined;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

/** Creates or rolls a key of a service account, and shows it once. */
export const NewServiceKeyDialog = ({ me, account, rolled, ...dialog }: NewServiceKeyDialogProps) => {
  const { t } = useTranslation();
  return (
    <NewKeyDialog
      {...dialog}
      opened={account !== undefined}
      size="md"
      title={
        rolled
          ? t('security.roll.title', { name: rolled.name })
          : t('serviceAccounts.keys.create', { name: account?.name })
      }
      form={(props) =>
        account &&
        (rolled ? (
          <RollForm me={me} account={account} rolled={rolled} {...props} />
        ) : (
          <CreateForm me={me} account={account} {...props} />
        ))
      }
    />
  );
};

const { createServiceAccountKey, rollServiceAccountKey } = contract.serviceAccounts;
const createSchema = createServiceAccountKey.input.pick({ name: true, password: true });
const rollSchema = rollServiceAccountKey.input.pick({ password: true });

type FormProps = NewKeyFormProps & { me: Me; account: Account };

const CreateForm = ({ me, account, onClose, onUnsaved, onCreated }: FormProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [days, setDays] = useState('90');
  return (
    <DialogForm
      action={t('security.create.action')}
      onClose={onClose}
      onUnsaved={onUnsaved}
      operation={{
        schema: createSchema,
        initialValues: { name: '', password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async (values) => {
          const answer = await client.serviceAccounts.createServiceAccountKey.mutate({
            tenant_id: me.tenant_id,
            account_id: account.account_id,
            ...values,
            ...(days !== '' && { expires_in_days: Number(days) }),
          });
          await onCreated(answer.key);
        },
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={t('security.create.name')}
            description={t('serviceAccounts.keys.nameOf')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label={t('security.create.ends')}
            data={lifetimeChoices(t)}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <CurrentPasswordInput label={t('common.yourPassword')} {...form.getInputProps('password')} />
        </>
      )}
    </DialogForm>
  );
};

const RollForm = ({
  me,
  account,
  rolled,
  onClose,
  onUnsaved,
  onCreated,
}: FormProps & { rolled: ServiceAccountKey }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [hours, setHours] = useState(String(apiKeyLimits.defaultOverlapHours));
  const [days, setDays] = useState('90');
  return (
    <DialogForm
      action={t('security.roll.confirm')}
      onClose={onClose}
      onUnsaved={onUnsaved}
      operation={{
        schema: rollSchema,
        initialValues: { password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async ({ password }) => {
          const answer = await client.serviceAccounts.rollServiceAccountKey.mutate({
            tenant_id: me.tenant_id,
            account_id: account.account_id,
            key_id: rolled.key_id,
            overlap_hours: Number(hours),
            password,
            ...(days !== '' && { expires_in_days: Number(days) }),
          });
          await onCreated(answer.key);
        },
      }}
    >
      {(form) => (
        <>
          <Text size="sm">{t('serviceAccounts.keys.rollLead')}</Text>
          <NativeSelect
            label={t('security.roll.overlap')}
            data={overlapChoices(t)}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('security.roll.ends')}
            data={lifetimeChoices(t)}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <CurrentPasswordInput label={t('common.yourPassword')} data-autofocus {...form.getInputProps('password')} />
        </>
      )}
    </DialogForm>
  );
};
