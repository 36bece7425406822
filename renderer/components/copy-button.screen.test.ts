import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CopyField } from './copy-field.tsx';

/** What the browser's command copies: the selected text. */
let copied: string | undefined;
let canCopy: boolean;

beforeEach(() => {
  [copied, canCopy] = [undefined, true];
  document.execCommand = vi.fn(() => {
    const { activeElement } = document;
    if (canCopy && activeElement instanceof HTMLTextAreaElement) copied = activeElement.value;
    return canCopy;
  });
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

const press = (): HTMLElement => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(() => {
    root.unmount();
    page.remove();
  });
  const field = createElement(CopyField, { label: 'Link', value: 'https://example.org/' });
  flushSync(() => root.render(createElement(MantineProvider, { env: 'test' } as MantineProviderProps, field)));
  const button = page.querySelector('button') as HTMLElement;
  button.focus();
  button.click();
  return page;
};

test('copies where the browser gives pages no clipboard, as over plain HTTP', async () => {
  const page = press();
  await vi.waitFor(() => expect(copied).toBe('https://example.org/'));
  expect(document.activeElement).toBe(page.querySelector('button'));
  expect(document.querySelectorAll('textarea')).toHaveLength(0);
});

test('selects the text where it can’t copy, for the keys of the person', async () => {
  canCopy = false;
  const page = press();
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('input')));
  expect(copied).toBeUndefined();
});
