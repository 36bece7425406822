import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { fieldMessage } from '#shared/texts/field-reasons.ts';
import type { RecordedAs } from '../api/last-change.ts';
import { type Failure, failureOf } from '../api/problem.ts';
import { schemaText } from '../languages/service-texts.ts';
import type { Translate } from '../languages/translate.ts';
import { fieldErrorsFor } from './field-errors.ts';
import { fieldIn, focusFirstError } from './focus-field.ts';
import { type Stale, useStaleFields } from './stale-fields.ts';

/** What a form begins with: with nothing that others could change, or with what the service has now. */
type Beginning<Values> =
  | { initialValues: Values; stored?: undefined; recordedAs?: undefined }
  | {
      /** Fields that nobody has edited follow it. */
      stored: Values;
      /** Where the form finds who has changed it while someone edits. */
      recordedAs: RecordedAs;
      initialValues?: undefined;
    };

export type OperationFormOptions<Values> = Beginning<Values> & {
  /** The contract's schema for these fields. */
  schema: z.ZodType;
  /** @param changed what differs from what was there before. Send this where omitted fields stay as they are. */
  submit: (values: Values, changed: Partial<Values>) => Promise<unknown>;
  /** Maps the service's field names to the form's, if they differ. */
  rename?: Record<string, string>;
  /** What a field is called in `components.fieldErrors`, where that isn't its name: `name` is a person's own in some forms. */
  called?: Record<string, string>;
  /** Error codes to show at a field even though the service names none. */
  fieldOfCode?: Partial<Record<string, string>>;
  /**
   * Whether it edits what is stored: it can be saved once something differs, and asks before a link loses that. By default, if it has
   * `stored`.
   */
  edits?: boolean;
};

export interface OperationForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  /** The failure that belongs to no field. */
  failure: Failure | undefined;
  stale: Stale;
  /** Whether what is stored was edited; undefined for a form that doesn't edit it. */
  unsaved: boolean | undefined;
  /** Goes back to what is stored. */
  onDiscard: () => void;
}

/** Checks the values with the schema. Keeps the first error of each field. */
const validate = <Values extends Record<string, unknown>>(
  { schema, called = {} }: Pick<OperationFormOptions<Values>, 'schema' | 'called'>,
  values: Values,
  t: Translate,
): FormErrors => {
  const { error } = schema.safeParse(values, { error: fieldMessage });
  const issues = error?.issues ?? [];
  return Object.fromEntries(
    issues
      .map(({ path, message }) => {
        const name = path.join('.');
        return [name, schemaText(message, t, called[name] ?? name, values[name] === '')] as const;
      })
      .toReversed(),
  );
};

/** Whether password managers fill in a field. What it shows is its value then, and nothing that stands for one. */
const isForManagers = ({ autocomplete, readOnly }: HTMLInputElement): boolean =>
  !readOnly && autocomplete !== '' && autocomplete !== 'off';

/**
 * A form over one operation. Validates with the contract's schema before sending; shows the service's field errors at
 * the fields and everything else above the buttons.
 */
export const useOperationForm = <Values extends Record<string, unknown>>(
  options: OperationFormOptions<Values>,
): OperationForm<Values> => {
  const { t } = useTranslation();
  const { submit, rename = {}, called = {}, fieldOfCode = {}, recordedAs, edits = recordedAs !== undefined } = options;
  const initialValues: Values = options.recordedAs ? options.stored : options.initialValues;
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: (values) => validate(options, values, t),
  });
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const sent = useRef<Values>(undefined);
  const { stale, forget } = useStaleFields(form, initialValues, recordedAs, sent);

  /** What fields show counts: some password managers fill them in without telling the page. */
  const readFilled = (shown: HTMLFormElement) => {
    for (const [name, value] of Object.entries(form.getValues())) {
      const field = fieldIn(shown, name);
      if (!(field instanceof HTMLInputElement) || field.value === value || !isForManagers(field)) continue;
      form.setFieldValue(name, field.value as never);
    }
  };

  const focusFirst = (shown: HTMLFormElement, errors: Record<string, unknown>) =>
    focusFirstError(shown, Object.keys(initialValues), errors);

  const send = async (shown: HTMLFormElement, values: Values) => {
    setPending(true);
    sent.current = values;
    setFailure(undefined);
    try {
      const changed = Object.entries(values).filter(([name]) => form.isDirty(name));
      await submit(values, Object.fromEntries(changed) as Partial<Values>);
      form.resetDirty();
      forget();
    } catch (error) {
      const failed = failureOf(error);
      const errors = fieldErrorsFor(failed, Object.keys(initialValues), t, { rename, called, fieldOfCode });
      form.setErrors(errors);
      if (Object.keys(errors).length > 0) focusFirst(shown, errors);
      else setFailure(failed);
    } finally {
      sent.current = undefined;
      setPending(false);
    }
  };

  return {
    form,
    onSubmit(event) {
      const shown = event.currentTarget;
      readFilled(shown);
      form.onSubmit(
        (values) => void send(shown, values),
        (errors) => focusFirst(shown, errors),
      )(event);
    },
    pending,
    failure,
    stale,
    unsaved: edits ? form.isDirty() : undefined,
    onDiscard() {
      form.setValues(initialValues);
      form.resetDirty(initialValues);
      form.clearErrors();
      setFailure(undefined);
      forget();
    },
  };
};
