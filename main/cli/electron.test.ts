import { describe, expect, it } from 'vitest';
import { reasonIn, requireDisplay } from './electron.ts';

describe("the reason in a program's output", () => {
  it('is its error, not the lines before it', () => {
    const output =
      'Downloading Electron binary...\nTypeError: fetch failed\n    at download (file.js:1:1)\n    at main\n';
    expect(reasonIn(output)).toBe('TypeError: fetch failed');
  });

  it('is its last line if there is no error', () => {
    expect(reasonIn('one\n[1:1] Running as root without --no-sandbox is not supported\n\n')).toBe(
      '[1:1] Running as root without --no-sandbox is not supported',
    );
  });

  it('is empty for empty output, and never longer than a line', () => {
    expect(reasonIn('\n  \n')).toBeUndefined();
    expect(reasonIn(`error while loading shared libraries: ${'x'.repeat(500)}`)).toHaveLength(200);
  });
});

describe('the display', () => {
  it('is X or Wayland on Linux; other systems always have one', () => {
    expect(() => requireDisplay({}, 'linux', false)).toThrow('no display is available');
    expect(() => requireDisplay({ DISPLAY: '' }, 'linux', false)).toThrow('no display is available');
    expect(() => requireDisplay({ DISPLAY: ':0' }, 'linux', false)).not.toThrow();
    expect(() => requireDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', false)).not.toThrow();
    expect(() => requireDisplay({}, 'darwin', false)).not.toThrow();
  });

  it("is not usable by root on Linux, which Electron's sandbox refuses", () => {
    expect(() => requireDisplay({ DISPLAY: ':0' }, 'linux', true)).toThrow("Electron doesn't run as root");
    expect(() => requireDisplay({}, 'darwin', true)).not.toThrow();
  });
});
