import { expect, test } from 'vitest';
import { isWithMod, latinKey } from './key-press.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ['k', 'KeyK', 'k'],
  ['л', 'KeyK', 'k'],
  ['Л', 'KeyK', 'k'],
  ['κ', 'KeyK', 'k'],
  ['ن', 'KeyK', 'k'],
  // A German keyboard has Z where a US one has Y, and Dvorak and AZERTY move most letters: what the key types counts.
  ['z', 'KeyY', 'z'],
  ['ö', 'Semicolon', 'ö'],
  ['é', 'Digit2', 'é'],
  ['?', 'Slash', '?'],
  ['.', 'KeyE', '.'],
  ['Escape', 'Escape', 'Escape'],
  ['Process', 'KeyK', 'Process'],
])('%j on the key %s counts as %j', (key, code, latin) => {
  expect(latinKey({ key, code })).toBe(latin);
});

test.each([
  ['Ctrl', { ctrlKey: true }, true],
  ['⌘', { metaKey: true }, true],
  ['nothing', {}, false],
  ['Ctrl and Shift', { ctrlKey: true, shiftKey: true }, false],
  ['Ctrl and Alt, as AltGr', { ctrlKey: true, altKey: true }, false],
])('a letter with %s: %j', (_held, held, expected) => {
  for (const key of ['k', 'K', 'л']) expect(isWithMod({ ...plain, ...held, key, code: 'KeyK' }, 'k')).toBe(expected);
  expect(isWithMod({ ...plain, ...held, key: 'z', code: 'KeyY' }, 'k')).toBe(false);
});
