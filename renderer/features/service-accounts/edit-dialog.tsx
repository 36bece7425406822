import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createServiceAccount } from '#shared/contract/service-accounts/create-service-account.ts';
import { updateServiceAccount } from '#shared/contract/service-accounts/update-service-account.ts';
import { mayDoMore } from '#shared/rules/service-account-reach.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { ServiceAccountFields } from './service-account-fields.tsx';
import { newServiceAccount, requestOf, type ServiceAccount, valuesOf } from './service-accounts.logic.ts';

const schema = createServiceAccount.input.omit({ tenant_id: true });
const editSchema = updateServiceAccount.input.omit({ tenant_id: true, account_id: true, password: true });

interface CreateDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
  /** Its first key comes next. */
  onCreated: (account: Pick<ServiceAccount, 'account_id' | 'name'>) => Promise<unknown>;
}

export const CreateServiceAccountDialog = ({ me, opened, onClose, onCreated }: CreateDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('serviceAccounts.create.title')}
      action={t('serviceAccounts.create.action')}
      operation={{
        schema,
        initialValues: newServiceAccount,
        submit: async (values) => {
          const account = await client.serviceAccounts.createServiceAccount.mutate({
            tenant_id: me.tenant_id,
            ...requestOf(values),
          });
          await onCreated(account);
        },
      }}
    >
      {(form) => <ServiceAccountFields me={me} form={form} />}
    </FormDialog>
  );
};

interface EditDialogProps {
  me: Me;
  /** Undefined while the dialog is closed. */
  edited: ServiceAccount | undefined;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

export const EditServiceAccountDialog = ({ me, edited, onClose, onSaved }: EditDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [password, setPassword] = useState('');
  const close = () => {
    setPassword('');
    onClose();
  };
  return (
    <FormDialog
      opened={edited !== undefined}
      onClose={close}
      size="xl"
      title={t('serviceAccounts.edit.title', { name: edited?.name })}
      action={t('serviceAccounts.edit.action')}
      operation={{
        schema: editSchema,
        initialValues: edited ? valuesOf(edited) : newServiceAccount,
        edits: true,
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async (values, changed) => {
          if (!edited) return;
          // What others have changed meanwhile, and nobody edited here, stays theirs.
          const asked = Object.entries(requestOf(values, edited)).filter(([name]) => name in changed);
          await client.serviceAccounts.updateServiceAccount.mutate({
            tenant_id: me.tenant_id,
            account_id: edited.account_id,
            ...Object.fromEntries(asked),
            ...(password !== '' && { password }),
          });
          notifyDone(t('serviceAccounts.edit.done'));
          await onSaved();
          close();
        },
      }}
    >
      {(form) => (
        <>
          <ServiceAccountFields me={me} form={form} noneLeft={edited?.workspace_ids?.length === 0} />
          {edited && mayDoMore(edited, { ...edited, ...requestOf(form.values, edited) }) && (
            <CurrentPasswordInput
              label={t('common.yourPassword')}
              description={t('serviceAccounts.edit.more')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={form.errors.password}
            />
          )}
        </>
      )}
    </FormDialog>
  );
};
