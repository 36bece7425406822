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

/** The actions of keys pressed one after the other. */
const actions = (keys: readonly Pressed[]) => {
  let led = false;
  return keys.flatMap((pressed) => {
    const { action, led: next } = onPlainKey(shortcuts, led, pressed);
    led = next;
    return action ? [action] : [];
  });
};

describe('keys without Ctrl', () => {
  test('the leader and a place lead there', () => {
    expect(actions([press('g'), press('t')])).toEqual([{ type: 'go', link: paths.team }]);
    expect(actions([press('g'), press('a')])).toEqual([{ type: 'go', link: paths.audit }]);
  });

  test('a place without the leader does nothing, nor does a key in between', () => {
    expect(actions([press('t')])).toEqual([]);
    expect(actions([press('g'), press('x'), press('t')])).toEqual([]);
    expect(actions([press('g'), press('g'), press('t')])).toEqual([]);
  });

  test('the question mark shows the list, whichever keys a keyboard needs for it', () => {
    expect(actions([press('?')])).toEqual([{ type: 'help' }]);
  });

  test('keys of the browser and the system stay theirs', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(actions([press('?', held)])).toEqual([]);
      expect(actions([press('g', held), press('t')])).toEqual([]);
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
