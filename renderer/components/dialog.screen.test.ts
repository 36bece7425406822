import { MantineProvider, type MantineProviderProps, type ModalProps } from '@mantine/core';
import { userEvent } from '@testing-library/user-event';
import { createElement, type FunctionComponent, type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Dialog, SideDialog } from './dialog.tsx';

type Kind = FunctionComponent<Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'children'>>;

/** A dialog with a button that opens the next of them, as one that opens another has. */
const Opener = ({ kinds: [Kind, ...rest], title }: { kinds: Kind[]; title: number }): ReactElement | null => {
  const [opened, setOpened] = useState(false);
  if (!Kind) return null;
  const inside = createElement(Opener, { kinds: rest, title: title + 1 });
  return createElement(
    'div',
    {},
    createElement('button', { type: 'button', onClick: () => setOpened(true) }, `Open ${title}`),
    createElement(Kind, { opened, onClose: () => setOpened(false), title: `Dialog ${title}` }, inside),
  );
};

test.each<{ kinds: Kind[] }>([
  { kinds: [Dialog, Dialog, Dialog] },
  { kinds: [SideDialog, Dialog] },
  { kinds: [Dialog, SideDialog] },
])('Escape closes the dialog in front alone, of $kinds.length', async ({ kinds }) => {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(() => {
    root.unmount();
    page.remove();
  });
  const opener = createElement(Opener, { kinds, title: 1 });
  flushSync(() => root.render(createElement(MantineProvider, { env: 'test' } as MantineProviderProps, opener)));
  const open = () => [...document.querySelectorAll('[role="dialog"]')].length;
  const isOpen = (count: number) => vi.waitFor(() => expect(open()).toBe(count));
  for (const [index] of kinds.entries()) {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === `Open ${index + 1}`,
    );
    if (!button) throw new Error(`There is no button ${index + 1}`);
    await userEvent.click(button);
    await isOpen(index + 1);
  }
  for (const [index] of kinds.entries()) {
    await userEvent.keyboard('{Escape}');
    await isOpen(kinds.length - index - 1);
  }
});
