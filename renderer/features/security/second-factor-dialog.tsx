import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { disableSecondFactor } from '#shared/contract/security/disable-second-factor.ts';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';

/** What a change to how an account signs in asks for. The service asks for a code or a passkey on its own. */
export const passwordOnly = disableSecondFactor.input.pick({ password: true });

interface SecondFactorDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  lead: string;
  action: string;
  color?: string;
  submit: (confirmation: { password: string }) => Promise<unknown>;
}

/** Asks for the password before changing how an account signs in. */
export const SecondFactorDialog = ({ lead, submit, color, ...dialog }: SecondFactorDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog
      {...dialog}
      {...(color !== undefined && { color })}
      operation={{
        schema: passwordOnly,
        initialValues: { password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async (values) => {
          await submit(values);
          dialog.onClose();
        },
      }}
    >
      {(form) => (
        <>
          <Text size="sm">{lead}</Text>
          <CurrentPasswordInput label={t('common.yourPassword')} data-autofocus {...form.getInputProps('password')} />
        </>
      )}
    </FormDialog>
  );
};
