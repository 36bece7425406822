import { Button, type ModalProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GuardedDialog } from './guarded-dialog.tsx';
import { OperationForm, type OperationFormProps } from './operation-form.tsx';
import { type OperationFormOptions, useOperationForm } from './use-operation-form.ts';

interface DialogFormProps<Values extends Record<string, unknown>> extends Pick<OperationFormProps, 'action' | 'color'> {
  /** The schema, the initial values, and what to submit. */
  operation: OperationFormOptions<Values>;
  onClose: () => void;
  /** Label of the button that closes the dialog; `Cancel` by default. */
  cancel?: string;
  /** Tells whether something was entered, so that the dialog asks before it is lost. */
  onUnsaved?: (unsaved: boolean) => void;
  /** The fields. */
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** What is typed to confirm is quickly typed again. */
const isSecret = (name: string): boolean => /password|code|confirmation/.test(name);

/** A form for the inside of a dialog, with a button that closes the dialog. */
export const DialogForm = <Values extends Record<string, unknown>>(props: DialogFormProps<Values>) => {
  const { operation, onClose, cancel, onUnsaved, children, ...rest } = props;
  const { t } = useTranslation();
  const { form, ...state } = useOperationForm(operation);
  const unsaved = Object.keys(operation.recordedAs ? operation.stored : operation.initialValues).some(
    (name) => !isSecret(name) && form.isDirty(name),
  );
  useEffect(() => {
    onUnsaved?.(unsaved);
    return () => onUnsaved?.(false);
  }, [onUnsaved, unsaved]);
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
  const [unsaved, setUnsaved] = useState(false);
  return (
    <GuardedDialog opened={opened} onClose={form.onClose} title={title} size={size} unsaved={unsaved}>
      <DialogForm {...form} onUnsaved={setUnsaved} />
    </GuardedDialog>
  );
};
