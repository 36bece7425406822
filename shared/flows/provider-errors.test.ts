import { describe, expect, it } from 'vitest';
import {
  mayHaveHappened,
  providerErrorKinds,
  providerErrorReasonNames,
  providerErrorReasons,
} from './provider-errors.ts';

describe('the table of provider errors', () => {
  it.each(providerErrorReasonNames)('says for %s what happened and what to do, calmly', (name) => {
    const { kind, title, advice } = providerErrorReasons[name];
    expect(providerErrorKinds).toContain(kind);
    expect(title).toMatch(/^[A-Z][^!.]+$/);
    expect(advice).toMatch(/^[A-Z][^!]+\.$/);
  });

  it('has a reason for every kind', () => {
    const kinds = providerErrorReasonNames.map((name) => providerErrorReasons[name].kind);
    expect(new Set(kinds)).toEqual(new Set(providerErrorKinds));
  });

  it("names both the key and the IPv4 allow-list for an authorization error, because the provider's answer is the same", () => {
    const { advice } = providerErrorReasons.not_authorized;
    expect(advice).toMatch(/API key/);
    expect(advice).toMatch(/IPv4 address/);
    expect(advice).toMatch(/allowlist/);
  });

  it('marks only errors as transient that need no change by anyone', () => {
    const passing = providerErrorReasonNames.filter((name) => providerErrorReasons[name].passes);
    expect(passing.toSorted()).toEqual([
      ...['busy', 'network', 'not_json', 'proxy_unreachable', 'rate_limited', 'server_locked', 'timeout'],
    ]);
  });
});

it.each([
  ['rejected', true, false],
  ['rejected', false, false],
  ['unauthorized', true, false],
  ['unauthorized', false, false],
  ['unreachable', true, true],
  ['unreachable', false, false],
  ['unreadable', true, true],
  ['unreadable', false, false],
] as const)('%s, sent %s: a state change may have happened: %s', (kind, sent, may) => {
  expect(mayHaveHappened({ kind, sent })).toBe(may);
});
