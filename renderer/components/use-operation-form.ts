import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Failure, failureOf } from '../api/problem.ts';
import { serviceMessage } from '../languages/service-messages.ts';
import type { Translate } from '../languages/translate.ts';
import { fieldErrorsFor } from './field-errors.ts';

interface OperationFormOptions<Values> {
  /** The contract's own schema of these fields. */
  schema: z.ZodType;
  initialValues: Values;
  submit: (values: Values) => Promise<unknown>;
  /** Where the service's name of a field differs from the form's. */
  rename?: Record<string, string>;
  /** Errors that belong to one field though the service names none. */
  fieldOfCode?: Partial<Record<string, string>>;
}

export interface OperationForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  /** What failed and belongs to no field. */
  failure: Failure | undefined;
}

/** The schema's words in the language of the screen. */
const inWords = (errors: FormErrors, t: Translate): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, typeof error === 'string' ? serviceMessage(error, t) : error]),
  );

/**
 * A form over one operation: checked by the contract's schema before it is sent; what the service says of a field is
 * shown at the field, everything else above the buttons.
 */
export const useOperationForm = <Values extends Record<string, unknown>>({
  schema,
  initialValues,
  submit,
  rename = {},
  fieldOfCode = {},
}: OperationFormOptions<Values>): OperationForm<Values> => {
  const { t } = useTranslation();
  const check = schemaResolver(schema, { sync: true });
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: (values) => inWords(check(values), t),
  });
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);

  const focusFirst = (errors: Record<string, unknown>) => {
    const first = Object.keys(initialValues).find((name) => errors[name]);
    if (first) form.getInputNode(first)?.focus();
  };

  const send = async (values: Values) => {
    setPending(true);
    setFailure(undefined);
    try {
      await submit(values);
    } catch (error) {
      const failed = failureOf(error);
      const errors = fieldErrorsFor(failed, Object.keys(initialValues), t, { rename, fieldOfCode });
      form.setErrors(errors);
      if (Object.keys(errors).length > 0) focusFirst(errors);
      else setFailure(failed);
    } finally {
      setPending(false);
    }
  };

  return { form, onSubmit: form.onSubmit((values) => void send(values), focusFirst), pending, failure };
};
