import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('the list of common passwords', () => {
  it.each(['password', 'PASSWORD', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou'])(
    'contains %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );
  it.each(['correct horse battery', 'zx81-Spectrum-Amiga', '', '__proto__', 'constructor'])(
    'does not contain %j',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );
});
