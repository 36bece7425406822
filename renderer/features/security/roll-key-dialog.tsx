import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { apiKeyLimits } from '#shared/rules/limits.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { lifetimeChoices, overlapChoices } from '../../components/key-choices.ts';
import { NewKeyDialog, type NewKeyFormProps } from '../../components/new-key-dialog.tsx';
import type { ApiKey } from './security.logic.ts';

interface RollKeyDialogProps {
  /** Undefined while the dialog is closed. */
  rolled: ApiKey | undefined;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

/** Replaces a key by a new one, while its tool still works. */
export const RollKeyDialog = ({ rolled, ...dialog }: RollKeyDialogProps) => {
  const { t } = useTranslation();
  return (
    <NewKeyDialog
      {...dialog}
      opened={rolled !== undefined}
      size="md"
      title={t('security.roll.title', { name: rolled?.name })}
      form={(props) => rolled && <RollForm rolled={rolled} {...props} />}
    />
  );
};

const schema = contract.security.rollApiKey.input.pick({ password: true });

const RollForm = ({ rolled, onClose, onUnsaved, onCreated }: NewKeyFormProps & { rolled: ApiKey }) => {
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
        schema,
        initialValues: { password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async ({ password }) => {
          const answer = await client.security.rollApiKey.mutate({
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
          <Text size="sm">{t('security.roll.lead')}</Text>
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
