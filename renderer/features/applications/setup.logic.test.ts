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
      expect.soft(example.replace('done(null,', ''), name).not.toMatch(/undefined|null/);
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

const proxied = ['Caddy', 'nginx'];
const programs = ['Apache (mod_auth_openidc)', 'Flask (Authlib)'];

it('whatever is said to be tried, tests run as it is documented, unless someone tried it by hand on a day', () => {
  const all = applicationKinds.flatMap((kind) => setupsFor({ ...application, kind }, issuer));
  const byTests = all.filter(({ tried }) => tried !== undefined && tried.byHandOn === undefined);
  expect(byTests.map(({ name }) => name).sort()).toEqual([...proxied, ...programs].sort());
  for (const { name, tried } of all) {
    if (tried?.byHandOn === undefined) continue;
    expect.soft(tried.version, name).toMatch(/ \d/);
    expect.soft(new Date(tried.byHandOn).toISOString().slice(0, 10), name).toBe(tried.byHandOn);
  }
});

it.each(proxied)('the example for %s is the one that the documentation has, which tests run', (name) => {
  const of = { ...application, application_id: 'APPLICATION_ID', kind: 'proxied' as const, host: 'wiki.example.org' };
  const setup = setupsFor(of, 'https://castellan.example').find((known) => known.name === name);
  const documented = directives(readFileSync('docs/forward-auth.md', 'utf8'));
  for (const line of directives(setup?.example ?? '')) expect.soft(documented).toContain(line);
});

it.each(programs)('the example for %s is what the documentation has, which tests run', (name) => {
  const redirect_uris = ['https://wiki.example.org/castellan'];
  const of = { ...application, application_id: 'the client ID', kind: 'web' as const, redirect_uris };
  const setup = setupsFor(of, 'https://castellan.example.org').find((known) => known.name === name);
  const block = setup?.example.replace(secretPlaceholder, 'the secret').replaceAll(/^(?=.)/gm, '    ');
  expect(readFileSync('docs/sign-in.md', 'utf8')).toContain(`\n\n${block}\n\n`);
});

it('each name is offered once, and web applications have the most', () => {
  const names = setupsFor({ ...application, kind: 'web' }, issuer).map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toHaveLength(6);
  expect(setupsFor({ ...application, kind: 'native' }, issuer)).toHaveLength(1);
});

it('discovery is below the issuer', () => {
  expect(discoveryOf(issuer)).toBe('https://castellan.example/console/.well-known/openid-configuration');
});
