type Field = HTMLInputElement | HTMLTextAreaElement;

/** What was typed into a page, by field. */
export interface TypedText {
  /** The page: what was typed belongs to no other. */
  path: string;
  values: Readonly<Record<string, string>>;
}

/** Kinds of fields that hold text, and no secret. */
const kinds = new Set(['text', 'search', 'email', 'tel', 'url', 'number', 'textarea']);

const isKept = (field: Field): boolean => {
  // A password that is shown is a text. Fields that no browser may remember can hold one.
  const isSecret = /password|one-time-code|^off$/.test(field.autocomplete);
  return kinds.has(field.type) && !isSecret && !field.readOnly && !field.disabled;
};

const labelOf = (field: Field): string =>
  field.name || field.getAttribute('aria-label') || field.labels?.[0]?.textContent || field.placeholder;

/** The fields that hold text, each by its label and its place among those with the same one. */
const fieldsIn = (page: ParentNode): Map<string, Field> => {
  const seen = new Map<string, number>();
  const fields = [...page.querySelectorAll<Field>('input, textarea')].filter(isKept);
  return new Map(
    fields.map((field): [string, Field] => {
      const label = labelOf(field);
      const place = seen.get(label) ?? 0;
      seen.set(label, place + 1);
      return [`${label} ${place}`, field];
    }),
  );
};

/** What was typed, without passwords and codes. Undefined if nothing was. */
export const readTypedText = (page: ParentNode, path: string): TypedText | undefined => {
  const typed = [...fieldsIn(page)].filter(([, field]) => field.value !== '');
  return typed.length === 0
    ? undefined
    : { path, values: Object.fromEntries(typed.map(([key, field]) => [key, field.value])) };
};

/** React listens to the property: it takes no notice of a value that was set through it. */
const setValue = (field: Field, value: string): void => {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/**
 * Puts text back into the fields that appear, each once. Ends when all have, or after a while, or as soon as someone types.
 * @returns ends it
 */
export const restoreTypedText = (page: HTMLElement, { values }: TypedText, forMs: number): (() => void) => {
  const left = new Map(Object.entries(values));
  const fill = (): void => {
    for (const [key, field] of fieldsIn(page)) {
      const value = left.get(key);
      if (value === undefined) continue;
      left.delete(key);
      if (field.value !== value) setValue(field, value);
    }
    if (left.size === 0) stop();
  };
  const observer = new MutationObserver(fill);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    page.removeEventListener('keydown', stop);
  };
  const timer = setTimeout(stop, forMs);
  page.addEventListener('keydown', stop);
  observer.observe(page, { childList: true, subtree: true });
  fill();
  return stop;
};
