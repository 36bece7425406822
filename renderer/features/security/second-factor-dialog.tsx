import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';

interface SecondFactorDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  lead: string;
  action: string;
  color?: string;
  submit: (values: { password: string; code: string }) => Promise<unknown>;
}

/** Asks for the password and a code before changing the second factor. */
export const SecondFactorDialog = ({ lead, submit, color, ...dialog }: SecondFactorDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog
      {...dialog}
      {...(color !== undefined && { color })}
      operation={{
        schema: contract.security.disableSecondFactor.input,
        initialValues: { password: '', code: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password', SECOND_FACTOR_INVALID: 'code' },
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
          <CodeInput
            label={t('security.secondFactor.code')}
            description={t('security.secondFactor.codeOf')}
            {...form.getInputProps('code')}
          />
        </>
      )}
    </FormDialog>
  );
};

/** Input for a six-digit code, with hints for phone keyboards and password managers. */
export const CodeInput = (props: TextInputProps) => (
  <TextInput
    inputMode="text"
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={64}
    {...props}
  />
);
