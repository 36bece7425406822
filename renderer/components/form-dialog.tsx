import { Button, Modal, type ModalProps, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OperationForm, type OperationFormProps } from './operation-form.tsx';
import { type OperationFormOptions, useOperationForm } from './use-operation-form.ts';

interface DialogFormProps<Values extends Record<string, unknown>> extends Pick<OperationFormProps, 'action' | 'color'> {
  /** The schema, the initial values, and what to submit. */
  operation: OperationFormOptions<Values>;
  onClose: () => void;
  /** Label of the button that closes the dialog; `Cancel` by default. */
  cancel?: string;
  /** The fields. */
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** A form for the inside of a dialog, with a button that closes the dialog. */
export const DialogForm = <Values extends Record<string, unknown>>(props: DialogFormProps<Values>) => {
  const { operation, onClose, cancel, children, ...rest } = props;
  const { t } = useTranslation();
  const { form, ...state } = useOperationForm(operation);
  return (
    <OperationForm
      {...rest}
      {...state}
      inDialog
      beside={
        <Button variant="default" onClick={onClose}>
          {cancel ?? t('common.cancel')}
        </Button>
      }
    >
      {children(form)}
    </OperationForm>
  );
};

interface FormDialogProps<Values extends Record<string, unknown>> extends DialogFormProps<Values> {
  opened: boolean;
  title: string;
  size?: ModalProps['size'];
}

/** A dialog that holds one form. Each opening starts from the initial values. */
export const FormDialog = <Values extends Record<string, unknown>>(props: FormDialogProps<Values>) => {
  const { opened, title, size = 'md', ...form } = props;
  return (
    <Modal opened={opened} onClose={form.onClose} title={<Text fw={600}>{title}</Text>} size={size}>
      <DialogForm {...form} />
    </Modal>
  );
};
