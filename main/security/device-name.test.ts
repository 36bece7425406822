import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const mozilla = 'Mozilla/5.0';

describe('the device name', () => {
  it.each([
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`,
      'Chrome on macOS',
    ],
    [`${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari on iOS',
    ],
    [
      `${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Microsoft Edge on Linux',
    ],
    [
      `${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Castellan/1.0 Chrome/140.0.0.0 Electron/45.0.0 Safari/537.36`,
      'Electron on Linux',
    ],
    ['Backup/2.1 (Windows NT 10.0) x', 'Backup on Windows'],
    ['Your account is closed, call us now/1 (Windows NT 10.0) x', 'Your'],
    ['Call-us@example.com/1 Windows x', 'Unknown device'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32', 'python-requests'],
    ['backup_job (nightly)', 'backup_job'],
    ['', 'Unknown device'],
    ['   ', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['x'.repeat(5_000), 'Unknown device'],
    ['\u0000\u001b[31m', 'Unknown device'],
  ])('for %j is %s', (userAgent, expected) => {
    expect(deviceName(userAgent)).toBe(expected);
  });
});
