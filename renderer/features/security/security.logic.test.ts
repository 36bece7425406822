import { describe, expect, it } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { keyScopes, roleAlone } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import { scopeTexts } from '#shared/texts/scopes.ts';
import { isExpired, lifetimeChoices, offeredScopes } from '../../components/key-choices.ts';
import { codesFile, creationDisabledReason } from './security.logic.ts';

describe('the offered scopes', () => {
  const scopesOf = (role: Role) =>
    offeredScopes(keyScopes, roleAlone(role), english).map(({ area, scopes }) => [
      area,
      ...scopes.map(({ value }) => value),
    ]);

  it("are all scopes for an owner, and a member's own for a member", () => {
    const all = scopesOf('owner').flatMap(([, ...scopes]) => scopes);
    expect(all.toSorted()).toEqual(keyScopes.toSorted());
    expect(scopesOf('member')).toEqual([
      ['self', 'self'],
      ['team', 'team.read'],
      ['workspaces', 'workspaces.list', 'workspaces.read', 'workspaces.settings'],
    ]);
  });

  it('have the text of the service, and one in German', () => {
    for (const [t, isTranslated] of [
      [english, false],
      [german, true],
    ] as const) {
      for (const { value, label } of offeredScopes(keyScopes, roleAlone('owner'), t).flatMap(({ scopes }) => scopes)) {
        expect(label === scopeTexts[value], label).toBe(!isTranslated);
        expect(label).not.toContain(value);
      }
    }
  });

  it('are grouped by what they concern, those that only read first', () => {
    expect(scopesOf('owner')).toContainEqual(['hosting', 'hosting.read', 'hosting.manage']);
    expect(scopesOf('owner')).toContainEqual([
      'team',
      'team.read',
      'team.manage',
      'groups.manage',
      'applications.manage',
    ]);
  });
});

describe('the lifetime of a key', () => {
  it('is at most a year, or unlimited', () => {
    expect(lifetimeChoices(english).map(({ value }) => value)).toEqual(['30', '90', '365', '']);
  });

  it('is over exactly at its end, and never if there is none', () => {
    const expires_at = '2026-03-01T12:00:00.000Z';
    const end = Date.parse(expires_at);
    expect([isExpired({ expires_at }, end - 1), isExpired({ expires_at }, end)]).toEqual([false, true]);
    expect(isExpired({ expires_at: null }, end)).toBe(false);
  });
});

describe('creating a key', () => {
  it('is disabled with a reason at 50 keys', () => {
    expect([creationDisabledReason(49, english), creationDisabledReason(50, english)]).toEqual([
      undefined,
      'You have 50 keys. Revoke one first',
    ]);
  });
});

describe('the file of recovery codes', () => {
  it('names their owner, with one code per line', () => {
    const file = codesFile('a@example.com', ['aaaa-bbbb', 'cccc-dddd'], english);
    expect(file.split('\n')).toEqual([
      'Castellan recovery codes for a@example.com',
      'You can use each code once.',
      '',
      'aaaa-bbbb',
      'cccc-dddd',
      '',
    ]);
  });
});
