import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createServiceAccountKey } from '#shared/contract/service-accounts/create-service-account-key.ts';
import { apiKeyLimits } from '#shared/rules/limits.ts';
import { type ServiceKeyKind, serviceKeyKinds } from '#shared/rules/service-key-kinds.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { lifetimeChoices, overlapChoices } from '../../components/key-choices.ts';
import { RollSecretDialog } from '../../components/roll-secret-dialog.tsx';
import { SecretDialog, type SecretFormProps } from '../../components/secret-dialog.tsx';
import { type ServiceAccount, type ServiceAccountKey, tokenRequest } from './service-accounts.logic.ts';

type Account = Pick<ServiceAccount, 'account_id' | 'name'>;

interface NewServiceKeyDialogProps {
  me: Me;
  /** Where programs get access tokens; null if this server has no client secrets, undefined until that is known. */
  issuer: string | null | undefined;
  /** Whose key it is; undefined while the dialog is closed. */
  account: Account | undefined;
  /** The key that the new one replaces, if it does. */
  rolled?: ServiceAccountKey | undefined;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

/** Creates or rolls an API key or a client secret of a service account, and shows it once. */
export const NewServiceKeyDialog = ({ me, issuer, account, rolled, onClose, onCreated }: NewServiceKeyDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [chosen, setChosen] = useState<ServiceKeyKind>('api_key');
  const kind = rolled?.kind ?? (issuer ? chosen : 'api_key');
  const clientId = account?.account_id ?? '';
  const shown = {
    title: t(`serviceAccounts.keys.made.${kind}`),
    label: t(`serviceAccounts.keys.kinds.${kind}`),
    text: t(`serviceAccounts.keys.copy.${kind}`),
    ...(kind === 'client_secret' && { beside: [{ label: t('serviceAccounts.keys.clientId'), value: clientId }] }),
    ...(kind === 'client_secret' &&
      issuer && {
        example: (secret: string) => ({
          label: t('serviceAccounts.keys.example'),
          text: tokenRequest(issuer, clientId, secret),
        }),
      }),
  };
  return (
    <>
      <SecretDialog
        opened={account !== undefined && rolled === undefined}
        onClose={onClose}
        title={t('serviceAccounts.keys.create', { name: account?.name })}
        shown={shown}
        form={(props) =>
          account && (
            <CreateForm {...{ me, account, kind, onCreated, ...props }} onKind={issuer ? setChosen : undefined} />
          )
        }
      />
      <RollSecretDialog
        isKey
        opened={rolled !== undefined}
        onClose={onClose}
        title={t('security.roll.title', { name: rolled?.name })}
        lead={t(`serviceAccounts.keys.rollLead.${kind}`)}
        action={t('security.roll.confirm')}
        overlap={{
          label: t('security.roll.overlap'),
          choices: overlapChoices(t),
          usual: apiKeyLimits.defaultOverlapHours,
        }}
        shown={shown}
        roll={async ({ overlap, password, expires }) => {
          const { key } = await client.serviceAccounts.rollServiceAccountKey.mutate({
            tenant_id: me.tenant_id,
            account_id: clientId,
            key_id: rolled?.key_id ?? '',
            overlap_hours: overlap,
            password,
            ...expires,
          });
          await onCreated();
          return key;
        }}
      />
    </>
  );
};

const createSchema = createServiceAccountKey.input.pick({ name: true, password: true });

type CreateFormProps = SecretFormProps & {
  me: Me;
  account: Account;
  onCreated: () => Promise<unknown>;
  kind: ServiceKeyKind;
  /** Undefined if there is no choice. */
  onKind: ((kind: ServiceKeyKind) => void) | undefined;
};

const CreateForm = ({ me, account, kind, onKind, onClose, onUnsaved, onMade, onCreated }: CreateFormProps) => {
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
            kind,
            ...values,
            ...(days !== '' && { expires_in_days: Number(days) }),
          });
          onMade(answer.key);
          await onCreated();
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
          {onKind && (
            <NativeSelect
              label={t('serviceAccounts.keys.kind')}
              description={t(`serviceAccounts.keys.kindOf.${kind}`)}
              data={serviceKeyKinds.map((value) => ({ value, label: t(`serviceAccounts.keys.kinds.${value}`) }))}
              value={kind}
              onChange={(event) => onKind(event.currentTarget.value as ServiceKeyKind)}
            />
          )}
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
