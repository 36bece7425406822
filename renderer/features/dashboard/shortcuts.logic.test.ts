import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/fixtures/texts.ts';
import { paths } from '../../paths.ts';
import { keyName, onPlainKey, type Pressed, shortcutsFor } from './shortcuts.logic.ts';

const shortcuts = shortcutsFor('owner', english);
const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

/** The deeds of keys pressed one after the other. */
const deeds = (keys: readonly Pressed[]) => {
  let led = false;
  return keys.flatMap((pressed) => {
    const { deed, led: next } = onPlainKey(shortcuts, led, pressed);
    led = next;
    return deed ? [deed] : [];
  });
};

describe('keys without Ctrl', () => {
  test('the leader and a place lead there', () => {
    expect(deeds([press('g'), press('t')])).toEqual([{ does: 'go', link: paths.team }]);
    expect(deeds([press('g'), press('a')])).toEqual([{ does: 'go', link: paths.audit }]);
  });

  test('a place without the leader does nothing, nor does a key in between', () => {
    expect(deeds([press('t')])).toEqual([]);
    expect(deeds([press('g'), press('x'), press('t')])).toEqual([]);
    expect(deeds([press('g'), press('g'), press('t')])).toEqual([]);
  });

  test('the question mark shows the list, whichever keys a keyboard needs for it', () => {
    expect(deeds([press('?')])).toEqual([{ does: 'help' }]);
  });

  test('keys of the browser and the system stay theirs', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(deeds([press('?', held)])).toEqual([]);
      expect(deeds([press('g', held), press('t')])).toEqual([]);
    }
  });
});

test('no two shortcuts are the same, and a role has none to where it may not go', () => {
  const keys = shortcuts.map((shortcut) => shortcut.keys.join(' '));
  expect(new Set(keys).size).toBe(keys.length);
  expect(shortcutsFor('member', english).map(({ label }) => label)).not.toContain('Go to: Audit log');
  expect(shortcuts.map(({ label }) => label)).toContain('Go to: Audit log');
});

test('keys are written as they are on the keyboard', () => {
  expect([keyName('mod+K', false, english), keyName('mod+K', false, german)]).toEqual(['Ctrl+K', 'Strg+K']);
  expect([keyName('mod+K', true, german), keyName('g', true, german)]).toEqual(['⌘K', 'g']);
});
