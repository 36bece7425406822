import { describe, expect, it } from 'vitest';
import { acceleratorOf, leadsAway } from './own-keys.logic.ts';

const none = { control: false, shift: false, alt: false, meta: false };
const pressed = (key: string, more: Partial<typeof none> = {}, code = '') => ({ ...none, key, code, ...more });
const control = { control: true };

describe('pressed keys', () => {
  it.each([
    [pressed('1', control, 'Digit1'), 'CmdOrCtrl+1'],
    // On a French keyboard.
    [pressed('&', control, 'Digit1'), 'CmdOrCtrl+1'],
    [pressed('K', { control: true, shift: true }, 'KeyK'), 'CmdOrCtrl+Shift+K'],
    [pressed('r', control, 'KeyR'), 'CmdOrCtrl+R'],
    // On a Dvorak keyboard.
    [pressed('q', control, 'KeyX'), 'CmdOrCtrl+Q'],
    [pressed('F6'), 'F6'],
    [pressed('F6', { shift: true }), 'Shift+F6'],
  ])('are a shortcut: %j', (input, accelerator) => {
    expect(acceleratorOf(input, false)).toBe(accelerator);
    expect(acceleratorOf({ ...input, control: false, meta: input.control }, true)).toBe(accelerator);
  });

  it.each([
    pressed('1', {}, 'Digit1'),
    pressed('K', { shift: true }),
    pressed('q', { control: true, alt: true }),
    pressed('1', { meta: true }, 'Digit1'),
    pressed('r', { control: true, meta: true }),
    pressed('Tab'),
  ])('are none: %j', (input) => expect(acceleratorOf(input, false)).toBeUndefined());
});

it('what leads away from a page is a console, the list of them, the strip, another try and the end', () => {
  expect(['server-local', 'server-a', 'choose-server', 'focus-strip', 'reload', 'quit'].filter(leadsAway)).toHaveLength(
    6,
  );
  expect(['find', 'print', 'zoom-in', 'manage-servers', ''].filter(leadsAway)).toEqual([]);
});
