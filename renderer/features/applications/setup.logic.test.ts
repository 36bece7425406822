import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applicationKinds } from '#shared/rules/applications.ts';
import { discoveryOf, secretPlaceholder, setupsFor } from './setup.logic.ts';

const issuer = 'https://castellan.example/console';
const application = {
  application_id: 'app_1',
  redirect_uris: ['https://wiki.example/callback'],
  home_url: null,
  host: 'wiki.example:8443',
};

it('every example has the real values, and names nothing of another kind', () => {
  for (const kind of applicationKinds) {
    for (const { name, example } of setupsFor({ ...application, kind }, issuer)) {
      expect.soft(example, name).toContain(kind === 'proxied' ? '/console/forward-auth/check/app_' : issuer);
      expect.soft(example, name).not.toMatch(/undefined|null/);
      expect.soft(example.includes(secretPlaceholder), name).toBe(kind === 'web');
      expect.soft(example, name).toContain(kind === 'proxied' ? 'wiki.example' : 'app_1');
    }
  }
});

/** Without what each installation has of its own: addresses, IDs and secrets. */
const directives = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll(/"[^"]*"|https:\S+|[\w.:]+ \{$/g, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));

it.each([
  ['Apache (mod_auth_openidc)', 'web', 'docs/sign-in.md'],
  ['Caddy', 'proxied', 'docs/forward-auth.md'],
  ['nginx', 'proxied', 'docs/forward-auth.md'],
] as const)('the example for %s is the one that the documentation has, which tests run', (name, kind, file) => {
  const of = { ...application, application_id: 'APPLICATION_ID', kind, host: 'wiki.example.org' };
  const setup = setupsFor(of, 'https://castellan.example').find((known) => known.name === name);
  const documented = directives(readFileSync(file, 'utf8'));
  expect(setup?.tried).toBeDefined();
  for (const line of directives(setup?.example ?? '')) expect.soft(documented).toContain(line);
});

it('each name is offered once, and web applications have the most', () => {
  const names = setupsFor({ ...application, kind: 'web' }, issuer).map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toHaveLength(4);
  expect(setupsFor({ ...application, kind: 'native' }, issuer)).toHaveLength(1);
});

it('discovery is below the issuer', () => {
  expect(discoveryOf(issuer)).toBe('https://castellan.example/console/.well-known/openid-configuration');
});
