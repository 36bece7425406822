import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';

/** A field that someone else has changed while it was edited here. */
export interface StaleField {
  /** As the form calls it. */
  label: string;
  /** What it is now, where that is a text. */
  value: string | undefined;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The label of a field on the page, and its new value as the field would show it. */
const describe = (node: HTMLElement | null, value: unknown): StaleField[] => {
  const { labels } = (node ?? {}) as Partial<HTMLInputElement>;
  const label = labels?.[0]?.textContent;
  if (!label) return [];
  if (node instanceof HTMLSelectElement) {
    return [{ label, value: [...node.options].find((option) => option.value === value)?.text }];
  }
  // A choice shows the name of its value, which only the choice knows.
  const isChoice = node?.getAttribute('aria-haspopup') === 'listbox' || typeof value === 'boolean';
  return [{ label, value: isChoice || value === null || value === '' ? undefined : String(value) }];
};

/**
 * Keeps a form in step with what it shows: fields that nobody has edited take on what others store. Edited ones keep what was
 * entered.
 * @param stored what the service has now, which the form began with
 * @param sent what the form is sending: its own change is nobody else's
 * @returns the edited fields that others have changed, until the form is saved
 */
export const useStaleFields = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  stored: Values,
  sent: { readonly current: Values | undefined },
): { fields: StaleField[]; forget: () => void } => {
  const known = useRef(stored);
  const [fields, setFields] = useState<StaleField[]>([]);
  useEffect(() => {
    const names = Object.keys(stored).filter((name) => !isSame(known.current[name], stored[name]));
    known.current = stored;
    if (names.length === 0) return;
    const entered = form.getValues();
    const isKept = (name: string): boolean =>
      form.isDirty(name) && !isSame(entered[name], stored[name]) && !isSame(entered[name], sent.current?.[name]);
    const stale = names.filter(isKept);
    form.setValues(
      Object.fromEntries(
        names.filter((name) => !stale.includes(name)).map((name) => [name, stored[name]]),
      ) as Partial<Values>,
    );
    form.resetDirty(stored);
    if (stale.length > 0) setFields(stale.flatMap((name) => describe(form.getInputNode(name), stored[name])));
  });
  return { fields, forget: () => setFields([]) };
};
