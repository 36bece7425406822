import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { hour, minute } from '#shared/rules/limits.ts';
import { commandsFor, desktopAppLink, durationText, policyRows } from './settings.logic.ts';

describe('commands for a terminal', () => {
  test("use the service's address", () => {
    expect(commandsFor('https://console.example', 'ann@example.com').map(({ line }) => line)).toEqual([
      "curl 'https://console.example/healthz'",
      `curl 'https://console.example/api/v1/auth/login' -H 'content-type: application/json' -d '{"email":"ann@example.com","password":"YOUR-PASSWORD"}'`,
      "curl 'https://console.example/api/v1/users/me' -H 'authorization: Bearer ACCESS-TOKEN'",
    ]);
  });

  test('quote values so that each stays one word', () => {
    const [, signIn] = commandsFor('http://127.0.0.1:4310', "o'hara@example.com");
    expect(signIn?.line).toContain(String.raw`{"email":"o'\''hara@example.com"`);
  });
});

test('the link for the desktop app names an address that other computers can use', () => {
  expect(desktopAppLink('https://console.example/castellan', 'Müller & Söhne')).toBe(
    'castellan://add?url=https%3A%2F%2Fconsole.example%2Fcastellan&name=M%C3%BCller%20%26%20S%C3%B6hne',
  );
  expect(desktopAppLink('http://127.0.0.1:4310', 'Northwind')).toBeUndefined();
});

test('a duration is shown in its largest whole unit', () => {
  expect(durationText(24 * hour, english)).toBe('1 day');
  expect(durationText(hour, english)).toBe('1 hour');
  expect(durationText(90 * minute, english)).toBe('90 minutes');
  expect(durationText(1_000, english)).toBe('1 second');
  expect(durationText(30 * 24 * hour, german)).toBe('30 Tage');
});

describe('the policy', () => {
  test('shows what is enforced, and the rate limits if they are on', () => {
    const values = (on: boolean) => policyRows(on, english).map(({ value }) => value);
    expect(values(true)).toEqual(expect.arrayContaining(['1 hour', '30 days']));
    expect(values(true).join(' ')).toContain('100 in 15 minutes');
    expect(values(false).join(' ')).not.toContain('100 in 15 minutes');
    expect(values(false)).toContain('Off');
    expect(values(true)).not.toContain('Off');
  });

  test('has no duplicate rows', () => {
    const names = policyRows(true, english).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
