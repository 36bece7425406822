import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { renamePasskey } from '#shared/contract/security/rename-passkey.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { Passkey } from './security.logic.ts';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: () => Promise<unknown>;
}

export const RenamePasskeyDialog = ({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('security.passkeys.renameTitle')}
      action={t('security.passkeys.save')}
      operation={{
        schema: renamePasskey.input.pick({ name: true }),
        stored: { name: passkey.name },
        recordedAs: { entries: [{ action: 'renamePasskey' }], isOwn: true },
        submit: async ({ name }) => {
          await client.security.renamePasskey.mutate({ passkey_id: passkey.passkey_id, name });
          notifyDone(t('security.passkeys.renamed'));
          await onRenamed();
          onClose();
        },
      }}
    >
      {(form) => <TextInput label={t('security.passkeys.name')} data-autofocus {...form.getInputProps('name')} />}
    </FormDialog>
  );
};
