import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { type Changer, type RecordedAs, useLastChange } from '../api/last-change.ts';
import { systemClock } from './clock.ts';

/** A field that someone else has changed while it was edited here. */
export interface StaleField {
  /** As the form calls it. */
  label: string;
  /** What it is now, where that is a text. */
  value: string | undefined;
}

/** What was changed elsewhere while it was edited here. */
export interface Stale {
  fields: readonly StaleField[];
  /** Who changed it; undefined until that is known. */
  changer: Changer | undefined;
}

const inStep: Stale = { fields: [], changer: undefined };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The label of a field on the page, and its new value as the field would show it. */
const describe = (node: HTMLElement | null, value: unknown): StaleField[] => {
  const { labels } = (node ?? {}) as Partial<HTMLInputElement>;
  const label = labels?.[0]?.textContent ?? node?.getAttribute('aria-label');
  if (!label) return [];
  if (node instanceof HTMLSelectElement) {
    return [{ label, value: [...node.options].find((option) => option.value === value)?.text }];
  }
  // A choice shows the name of its value, which only the choice knows.
  const isChoice =
    node?.getAttribute('aria-haspopup') === 'listbox' || node?.role === 'group' || typeof value === 'boolean';
  return [{ label, value: isChoice || value === null || value === '' ? undefined : String(value) }];
};

/**
 * Keeps a form in step with what it shows: fields that nobody has edited take on what others store. Edited ones keep what was
 * entered.
 * @param stored what the service has now, which the form began with
 * @param recordedAs where to find who has changed it; undefined for what only this form knows
 * @param sent what the form is sending: its own change is nobody else's
 * @returns what others have changed of the edited fields, until the form is saved
 */
export const useStaleFields = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  stored: Values,
  recordedAs: RecordedAs | undefined,
  sent: { readonly current: Values | undefined },
): { stale: Stale; forget: () => void } => {
  const known = useRef(stored);
  const inStepAt = useRef<number>(undefined);
  const asked = useRef(0);
  const lastChange = useLastChange();
  const [stale, setStale] = useState(inStep);

  const findChanger = async (names: readonly string[], since: number) => {
    asked.current += 1;
    const mine = asked.current;
    // Without an answer, nobody knows who it was.
    const changer = recordedAs && (await lastChange(recordedAs, names, since).catch(() => ({ who: 'other' as const })));
    if (mine === asked.current) setStale(({ fields }) => (fields.length > 0 ? { fields, changer } : inStep));
  };

  useEffect(() => {
    const names = Object.keys(stored).filter((name) => !isSame(known.current[name], stored[name]));
    const since = inStepAt.current ?? systemClock();
    inStepAt.current ??= since;
    known.current = stored;
    if (names.length === 0) return;
    inStepAt.current = systemClock();
    const entered = form.getValues();
    const isKept = (name: string): boolean =>
      form.isDirty(name) && !isSame(entered[name], stored[name]) && !isSame(entered[name], sent.current?.[name]);
    const kept = names.filter(isKept);
    form.setValues(
      Object.fromEntries(
        names.filter((name) => !kept.includes(name)).map((name) => [name, stored[name]]),
      ) as Partial<Values>,
    );
    form.resetDirty(stored);
    if (kept.length === 0) return;
    setStale({ fields: kept.flatMap((name) => describe(form.getInputNode(name), stored[name])), changer: undefined });
    void findChanger(kept, since);
  });
  return {
    stale,
    forget: () => {
      asked.current += 1;
      setStale(inStep);
    },
  };
};
