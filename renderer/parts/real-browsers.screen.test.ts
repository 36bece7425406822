import { expect, test } from 'vitest';
import { keepFromDroppedFiles } from './dropped-files.ts';
import { printInLight } from './printed-page.ts';

/** What the page does with something that is dropped onto an element. */
const dropOn = (element: HTMLElement, kind: string): boolean => {
  document.body.replaceChildren(element);
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: [kind], dropEffect: 'copy' } });
  element.dispatchEvent(event);
  return event.defaultPrevented;
};

test('a file that misses its field does not replace the page', () => {
  keepFromDroppedFiles(document);
  const fileField = Object.assign(document.createElement('input'), { type: 'file' });
  expect(dropOn(document.createElement('p'), 'Files')).toBe(true);
  expect(dropOn(fileField, 'Files')).toBe(false);
  // Text can be dragged into a field.
  expect(dropOn(document.createElement('input'), 'text/plain')).toBe(false);
});

test('a dark page is printed in light colors, and is dark again afterwards', () => {
  const root = document.documentElement;
  printInLight(window);
  root.setAttribute('data-mantine-color-scheme', 'dark');
  for (const [event, expected] of [
    ['beforeprint', 'light'],
    // Some browsers tell it twice.
    ['beforeprint', 'light'],
    ['afterprint', 'dark'],
  ] as const) {
    window.dispatchEvent(new Event(event));
    expect(root.getAttribute('data-mantine-color-scheme')).toBe(expected);
  }
  root.removeAttribute('data-mantine-color-scheme');
});
