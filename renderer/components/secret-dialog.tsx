import { type ReactNode, useState } from 'react';
import { GuardedDialog } from './guarded-dialog.tsx';
import { SecretShown } from './secret-shown.tsx';

/** What the form of a {@link SecretDialog} tells it. */
export interface SecretFormProps {
  onClose: () => void;
  onUnsaved: (unsaved: boolean) => void;
  onMade: (secret: string) => void;
}

export interface SecretDialogProps {
  opened: boolean;
  onClose: () => void;
  /** While the form is shown. */
  title: string;
  size?: 'md' | 'xl';
  /** How the secret is shown, after what is asked for with it, and an example of its use. */
  shown: {
    title: string;
    label: string;
    text: string;
    beside?: readonly { label: string; value: string }[];
    example?: ((secret: string) => { label: string; text: string }) | undefined;
  };
  form: (props: SecretFormProps) => ReactNode;
}

/** Shows a form, then the key or secret that it made, which is displayed only once. */
export const SecretDialog = ({ opened, onClose, title, size = 'md', shown, form }: SecretDialogProps) => {
  const [secret, setSecret] = useState<string>();
  const [unsaved, setUnsaved] = useState(false);
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <GuardedDialog
      opened={opened}
      onClose={close}
      size={size}
      unsaved={unsaved}
      isOnlyHere={secret !== undefined}
      title={secret === undefined ? title : shown.title}
    >
      {secret === undefined ? (
        form({ onClose: close, onUnsaved: setUnsaved, onMade: setSecret })
      ) : (
        <SecretShown
          text={shown.text}
          fields={[...(shown.beside ?? []), { label: shown.label, value: secret }]}
          example={shown.example?.(secret)}
          onClose={close}
        />
      )}
    </GuardedDialog>
  );
};
