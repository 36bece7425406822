import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from './copy-field.tsx';
import { GuardedDialog } from './guarded-dialog.tsx';

/** What the form of a {@link NewKeyDialog} tells it. */
export interface NewKeyFormProps {
  onClose: () => void;
  onUnsaved: (unsaved: boolean) => void;
  onCreated: (key: string) => Promise<unknown>;
}

interface NewKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
  title: string;
  size: 'md' | 'xl';
  form: (props: NewKeyFormProps) => ReactNode;
}

/** Shows the form, then the key, which is displayed only once. */
export const NewKeyDialog = ({ opened, onClose, onCreated, title, size, form }: NewKeyDialogProps) => {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const [unsaved, setUnsaved] = useState(false);
  const close = () => {
    setKey(undefined);
    onClose();
  };
  return (
    <GuardedDialog
      opened={opened}
      onClose={close}
      size={size}
      unsaved={unsaved}
      isOnlyHere={key !== undefined}
      title={key === undefined ? title : t('security.create.made')}
    >
      {key === undefined ? (
        form({
          onClose: close,
          onUnsaved: setUnsaved,
          onCreated: async (created) => {
            setKey(created);
            await onCreated();
          },
        })
      ) : (
        <Stack>
          <Alert color="yellow" title={t('security.create.copy.title')} icon={<IconAlertTriangle aria-hidden />}>
            {t('security.create.copy.text')}
          </Alert>
          <CopyField label={t('security.create.key')} value={key} />
          <Group className="dialog-buttons">
            <Button onClick={close}>{t('security.create.saved')}</Button>
          </Group>
        </Stack>
      )}
    </GuardedDialog>
  );
};
