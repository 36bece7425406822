import { Button, Modal, PasswordInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { CodeInput } from './code-input.tsx';

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
export const SecondFactorDialog = ({ opened, onClose, title, ...form }: SecondFactorDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={<Text fw={650}>{title}</Text>}>
    <ProofForm onClose={onClose} {...form} />
  </Modal>
);

type ProofFormProps = Omit<SecondFactorDialogProps, 'opened' | 'title'>;

const ProofForm = ({ onClose, lead, action, color, submit }: ProofFormProps) => {
  const { t } = useTranslation();
  const { form, ...state } = useOperationForm({
    schema: contract.security.disableSecondFactor.input,
    initialValues: { password: '', code: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password', SECOND_FACTOR_INVALID: 'code' },
    submit: async (values) => {
      await submit(values);
      onClose();
    },
  });
  return (
    <OperationForm
      {...state}
      action={action}
      {...(color !== undefined && { color })}
      beside={
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      }
    >
      <Text size="sm">{lead}</Text>
      <PasswordInput
        label={t('common.yourPassword')}
        autoComplete="current-password"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('password')}
      />
      <CodeInput
        label={t('security.secondFactor.code')}
        description={t('security.secondFactor.codeOf')}
        {...form.getInputProps('code')}
      />
    </OperationForm>
  );
};
