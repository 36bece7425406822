import { Text } from '@mantine/core';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ConfirmationFields } from './confirmation-fields.tsx';
import { type Confirmation, confirmationSchemas, type SecondFactor, useConfirmation } from './use-confirmation.ts';

interface SecondFactorDialogProps {
  factor: Pick<SecondFactor, 'enabled' | 'passkeys'>;
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  lead: string;
  action: string;
  color?: string;
  submit: (confirmation: Confirmation) => Promise<unknown>;
}

/** Asks for the password, and a code or a passkey, before changing how an account signs in. */
export const SecondFactorDialog = ({ factor, lead, submit, color, ...dialog }: SecondFactorDialogProps) => {
  const confirmation = useConfirmation(factor);
  return (
    <FormDialog
      {...dialog}
      {...(color !== undefined && { color })}
      operation={{
        schema: confirmationSchemas[confirmation.by],
        initialValues: { password: '', code: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password', SECOND_FACTOR_INVALID: 'code' },
        submit: async (values) => {
          await submit(await confirmation.confirm(values));
          dialog.onClose();
        },
      }}
    >
      {(form) => (
        <>
          <Text size="sm">{lead}</Text>
          <ConfirmationFields form={form} confirmation={confirmation} autoFocus />
        </>
      )}
    </FormDialog>
  );
};
