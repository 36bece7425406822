import { describe, expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { initialSettings, isExposed, portAfter, settingsOf, testDisabledReason } from './mail-server.logic.ts';

const none = {
  source: 'none',
  changeable: true,
  server: null,
  waiting: 0,
  held_since: null,
  sender_refused: false,
} as const;
const server = {
  host: 'mail.example',
  port: 2525,
  security: 'tls',
  username: 'ann',
  has_password: true,
  sender: 'Acme <acme@example.com>',
  sender_name: 'Acme',
  sender_address: 'acme@example.com',
} as const;

test('a default port follows the connection type, and a custom one stays', () => {
  expect(portAfter(587, 'starttls', 'tls')).toBe(465);
  expect(portAfter(465, 'tls', 'none')).toBe(25);
  expect(portAfter(2525, 'starttls', 'tls')).toBe(2525);
  expect(portAfter(25, 'starttls', 'tls')).toBe(25);
});

describe('the mail server form', () => {
  test('starts with the stored settings, without the password', () => {
    expect(initialSettings({ ...none, source: 'settings', server })).toMatchObject({
      host: 'mail.example',
      port: 2525,
      security: 'tls',
      username: 'ann',
      server_password: '',
      password: '',
    });
    expect(initialSettings(none)).toMatchObject({
      host: '',
      port: 587,
      security: 'starttls',
      sender_name: 'Castellan',
    });
  });

  test('omits an untouched password, and says what happens to held email', () => {
    const values = { ...initialSettings(none), password: 'own' };
    expect(settingsOf(values)).not.toHaveProperty('server_password');
    expect(settingsOf(values)).toMatchObject({ kept_mails: 'send', password: 'own' });
    expect(settingsOf({ ...values, server_password: 'x', send_kept: false })).toMatchObject({
      server_password: 'x',
      kept_mails: 'keep',
    });
    expect(settingsOf(values)).not.toHaveProperty('send_kept');
  });

  test('warns only if a password would be sent in plain text', () => {
    expect(isExposed({ security: 'none', username: 'ann' })).toBe(true);
    expect(isExposed({ security: 'none', username: ' ' })).toBe(false);
    expect(isExposed({ security: 'starttls', username: 'ann' })).toBe(false);
  });
});

test('offers a test email only with a server', () => {
  expect(testDisabledReason({ source: 'none' }, english)).toContain('first');
  expect(testDisabledReason({ source: 'settings' }, english)).toBeUndefined();
  expect(testDisabledReason({ source: 'outside' }, english)).toBeUndefined();
});
