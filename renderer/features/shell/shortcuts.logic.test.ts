import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import type { KeyPress } from '../../components/key-press.ts';
import { navigationFor } from './navigation.logic.ts';
import { keyName, onPlainKey, shortcutsFor } from './shortcuts.logic.ts';

const shortcuts = shortcutsFor(roleAlone('owner'), english);
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

/** The actions for keys pressed one after the other. */
const actions = (keys: readonly KeyPress[]) => {
  let led = false;
  return keys.flatMap((pressed) => {
    const { action, led: next } = onPlainKey(shortcuts, led, pressed);
    led = next;
    return action ? [action] : [];
  });
};

describe('keys without Ctrl', () => {
  test.each(navigationFor(roleAlone('owner'), english))(
    'open $label with one letter after the leader key',
    ({ key, link }) => {
      expect(key).toMatch(/^[a-z]$/);
      expect(actions([press('g'), press(key)])).toEqual([{ type: 'go', link }]);
    },
  );

  test('work on keyboards of other scripts, where the keys type other letters', () => {
    const russian = actions([press('п', { code: 'KeyG' }), press('е', { code: 'KeyT' })]);
    expect(russian).toEqual(actions([press('g'), press('t')]));
    expect(russian).toHaveLength(1);
  });

  test("do nothing for a page's key without the leader, or after another key", () => {
    expect(actions([press('t')])).toEqual([]);
    expect(actions([press('g'), press('x'), press('t')])).toEqual([]);
    expect(actions([press('g'), press('g'), press('t')])).toEqual([]);
  });

  test('show the list for a question mark, whatever keys the layout needs for it', () => {
    expect(actions([press('?')])).toEqual([{ type: 'help' }]);
  });

  test("leave the browser's and the system's shortcuts alone", () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(actions([press('?', held)])).toEqual([]);
      expect(actions([press('g', held), press('t')])).toEqual([]);
    }
  });
});

test('all shortcuts differ, and a role has none for pages it may not open', () => {
  const keys = shortcuts.map((shortcut) => shortcut.keys.join(' '));
  expect(new Set(keys).size).toBe(keys.length);
  expect(shortcutsFor(roleAlone('member'), english).map(({ label }) => label)).not.toContain('Audit log');
  expect(shortcuts.map(({ label }) => label)).toContain('Audit log');
});

test('keys are labeled as on the keyboard', () => {
  expect([keyName('mod+K', false, english), keyName('mod+K', false, german)]).toEqual(['Ctrl+K', 'Strg+K']);
  expect([keyName('mod+K', true, german), keyName('g', true, german)]).toEqual(['⌘K', 'g']);
});
