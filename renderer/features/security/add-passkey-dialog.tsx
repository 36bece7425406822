import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPasskey } from '#shared/contract/security/add-passkey.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { makePasskey } from '../../api/passkeys.ts';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { GuardedDialog } from '../../components/guarded-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { RecoveryCodes } from './enrolment.tsx';
import { passwordOnly } from './second-factor-dialog.tsx';

interface AddPasskeyDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
  /** Called once nothing is left to show. */
  onAdded: () => Promise<unknown>;
}

const { name } = addPasskey.input.shape;

/** Asks for a name and a confirmation, has the browser make the passkey, then shows recovery codes if these are new. */
export const AddPasskeyDialog = ({ me, opened, onClose, onAdded }: AddPasskeyDialogProps) => {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[]>();
  const [unsaved, setUnsaved] = useState(false);
  const finish = async () => {
    setCodes(undefined);
    onClose();
    await onAdded();
  };
  return (
    <GuardedDialog
      opened={opened}
      onClose={onClose}
      unsaved={unsaved}
      isOnlyHere={codes !== undefined}
      title={t('security.passkeys.add')}
    >
      {codes ? (
        <RecoveryCodes inDialog email={me.email} codes={codes} onSaved={() => void finish()} />
      ) : (
        <AddForm
          onClose={onClose}
          onUnsaved={setUnsaved}
          onAdded={async (recoveryCodes) => {
            notifyDone(t('security.passkeys.added'));
            if (recoveryCodes) setCodes(recoveryCodes);
            else await finish();
          }}
        />
      )}
    </GuardedDialog>
  );
};

interface AddFormProps {
  onClose: () => void;
  onUnsaved: (unsaved: boolean) => void;
  /** With recovery codes, if the account had none. */
  onAdded: (codes: string[] | null) => Promise<unknown>;
}

const AddForm = ({ onClose, onUnsaved, onAdded }: AddFormProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return (
    <DialogForm
      action={t('security.passkeys.add')}
      onClose={onClose}
      onUnsaved={onUnsaved}
      operation={{
        schema: passwordOnly.extend({ name }),
        initialValues: { name: '', password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async ({ name: chosen, password }) => {
          const { origin } = location;
          const challenge = await client.security.startPasskeyRegistration.mutate({ origin, password });
          const made = await makePasskey(challenge);
          const { recovery_codes } = await client.security.addPasskey.mutate({ ...made, name: chosen });
          await onAdded(recovery_codes);
        },
      }}
    >
      {(form) => (
        <>
          <Text size="sm">{t('security.passkeys.addLead')}</Text>
          <TextInput
            label={t('security.passkeys.name')}
            description={t('security.passkeys.nameOf')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <CurrentPasswordInput label={t('common.yourPassword')} {...form.getInputProps('password')} />
        </>
      )}
    </DialogForm>
  );
};
