const isField = (element: Element): element is HTMLInputElement => element.matches('input, textarea, select');

const heldIn = (field: HTMLInputElement): string => {
  if (['checkbox', 'radio'].includes(field.type)) return field.checked ? 'on' : 'off';
  const options = [...((field as unknown as HTMLSelectElement).options ?? [])];
  return options.length === 0 ? field.value : (options.find(({ selected }) => selected)?.text ?? '');
};

/** What changes from run to run, or with each new row of the sample data. */
const steady = (text: string): string =>
  text
    .replaceAll(/(?<![\w-])([a-z]+)_[\w-]{22}(?![\w-])/g, '<$1>')
    .replaceAll(/[\d.]+ [kMGT]?B\b/g, '<size>')
    .replaceAll(/[A-Z2-7]{16,}/g, '<secret>');

const linesIn = (element: Element): string[] => {
  if (element.matches('style, script, option')) return [];
  const label = element.getAttribute('aria-label');
  const hint = element.getAttribute('placeholder') ?? element.getAttribute('title');
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const text = own.map(({ textContent }) => textContent?.trim()).join(' ');
  const address = element.matches('a') ? ` → ${element.getAttribute('href')}` : '';
  const state = [
    element.getAttribute('aria-current') && 'current',
    element.getAttribute('aria-selected') === 'true' && 'selected',
    element.hasAttribute('disabled') && 'disabled',
  ].filter(Boolean);
  const said = [
    text,
    label && `(${label})`,
    hint && `[${hint}]`,
    isField(element) && `= ${heldIn(element)}`,
    state.length > 0 && `{${state.join(', ')}}`,
  ].filter(Boolean);
  const line = `${said.join(' ')}${address}`.trim();
  return [...(line === '' ? [] : [line]), ...[...element.children].flatMap(linesIn)];
};

/** What a page says, where its links lead, and what its fields hold: one a line. */
export const outlineOf = (page: Element): string => `${steady(linesIn(page).join('\n'))}\n`;
