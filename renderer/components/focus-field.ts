const controls = ['input:not([type=hidden])', 'select', 'textarea', 'button']
  .map((control) => `${control}:not(:disabled, [tabindex="-1"])`)
  .join(', ');

/** Where a form shows the value at a path: its control, or the group of its controls. Another form may have a field of that name. */
export const fieldIn = (form: ParentNode, path: string): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);

/** Moves the focus to a field: to its control or, of a group that can't have it, to the first one, in the middle of what is seen. */
const focusField = (field: HTMLElement): void => {
  if (field.matches(controls)) {
    field.focus();
    return;
  }
  const first = field.querySelector<HTMLElement>(controls);
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
};

/** Moves the focus to the first control of a form. */
export const focusFirst = (form: ParentNode): void => form.querySelector<HTMLElement>(controls)?.focus();

/**
 * Moves the focus to the first field of a form that has an error.
 * @param names of the form's fields, in their order
 * @param errors by path: an entry of a list has its own
 */
export const focusFirstError = (
  form: ParentNode,
  names: readonly string[],
  errors: Readonly<Record<string, unknown>>,
): void => {
  const wrong = Object.keys(errors).filter((path) => errors[path]);
  for (const name of names) {
    const path = wrong.find((each) => each === name || each.startsWith(`${name}.`));
    const field = path === undefined ? null : (fieldIn(form, path) ?? fieldIn(form, name));
    if (!field) continue;
    focusField(field);
    return;
  }
};
