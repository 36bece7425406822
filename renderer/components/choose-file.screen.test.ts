import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ChooseFile } from './choose-file.tsx';

test('the same file can be chosen again, after it was corrected', async () => {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  onTestFinished(() => {
    root.unmount();
    page.remove();
  });
  const onChoose = vi.fn();
  const button = createElement(ChooseFile, { accept: '.csv', onChoose }, 'Choose');
  flushSync(() => root.render(createElement(MantineProvider, { env: 'test' } as MantineProviderProps, button)));
  const input = page.querySelector('input');
  if (!input) throw new Error('There is nothing to choose a file with');
  const file = new File(['a'], 'team.csv');
  // As in browsers, nothing is reported if the field already has the file.
  for (let times = 0; times < 2; times += 1) await userEvent.upload(input, file, { applyAccept: false });
  expect(onChoose.mock.calls).toEqual([[file], [file]]);
});
