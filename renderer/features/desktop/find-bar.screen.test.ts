import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { fireEvent } from '@testing-library/dom';
import { createInstance } from 'i18next';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { catalogues } from '#e2e/support/texts.ts';
import { i18nOptions } from '../../languages/i18n.ts';
import { FindBar } from './find-bar.tsx';

const i18n = createInstance();
// Initialization is synchronous because nothing has to be loaded.
void i18n.init(i18nOptions('en', catalogues.en));

/** Opens the bar. */
const open = () => {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  vi.stubGlobal('CSS', { ...CSS, highlights: new Map() });
  onTestFinished(() => {
    root.unmount();
    page.remove();
    vi.unstubAllGlobals();
  });
  let show = (): void => {};
  const bar = createElement(FindBar, {
    onOpen: (opened) => {
      show = opened;
      return () => {};
    },
  });
  flushSync(() =>
    root.render(
      createElement(
        MantineProvider,
        { env: 'test' } as MantineProviderProps,
        createElement(I18nextProvider, { i18n }, bar),
      ),
    ),
  );
  flushSync(() => show());
  const input = page.querySelector('input');
  if (!input) throw new Error('The bar is closed');
  return { input, isOpen: () => page.querySelector('input') !== null };
};

test('Escape and Enter belong to the input method while it composes', () => {
  const { input, isOpen } = open();
  for (const key of ['Enter', 'Escape']) {
    // An event that nobody prevents: the input method gets it.
    expect(fireEvent.keyDown(input, { key, isComposing: true })).toBe(true);
    expect(isOpen()).toBe(true);
  }
  expect(flushSync(() => fireEvent.keyDown(input, { key: 'Escape' }))).toBe(false);
  expect(isOpen()).toBe(false);
});
