import { expect, it } from 'vitest';
import { createApplicationService } from '#e2e/support/application-service.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { enteredApplication } from '#shared/contract/applications/resources.ts';
import { contract } from '#shared/contract/index.ts';
import type { EnteredApplication } from './check-application.ts';
import { leadsElsewhere } from './confirm-redirection.ts';

const web: EnteredApplication = {
  name: 'Wiki',
  description: '',
  kind: 'web',
  home_url: null,
  redirect_uris: ['https://wiki.example/a', 'https://wiki.example/b'],
  logout_uris: ['https://wiki.example/'],
  backchannel_logout_uri: 'https://wiki.example/logout',
  backchannel_logout_session_required: true,
  allow_private_addresses: false,
  host: null,
  path_rules: [],
  access: 'everyone',
  allowed_roles: [],
  group_ids: [],
  role_ids: [],
};
const proxied: EnteredApplication = {
  ...web,
  ...{ kind: 'proxied', redirect_uris: [], logout_uris: [], backchannel_logout_uri: null, host: 'wiki.example' },
};

type Changes = { readonly [Name in keyof EnteredApplication]: readonly EnteredApplication[Name][] };

/** Values of each field that lead where nothing led before, and others. */
const elsewhere: Partial<Changes> = {
  kind: ['single_page', 'native', 'proxied'],
  redirect_uris: [
    ['https://evil.example/'],
    [...web.redirect_uris, 'https://evil.example/'],
    ['https://wiki.example/'],
  ],
  logout_uris: [['https://evil.example/'], [...web.logout_uris, 'https://evil.example/']],
  backchannel_logout_uri: ['https://evil.example/'],
  allow_private_addresses: [true],
  host: ['evil.example', 'wiki.example:8443'],
};
const harmless: Changes = {
  name: ['Notes'],
  description: ['What we know'],
  kind: ['web'],
  home_url: ['https://wiki.example/'],
  redirect_uris: [['https://wiki.example/b', 'https://wiki.example/a'], ['https://wiki.example/a'], []],
  logout_uris: [[]],
  backchannel_logout_uri: [null],
  backchannel_logout_session_required: [false],
  allow_private_addresses: [false],
  host: [null],
  path_rules: [[{ path: '/status', access: 'public' }]],
  access: ['restricted'],
  allowed_roles: [['guest']],
  group_ids: [['group_1']],
  role_ids: [['role_1']],
};
const cases = (changes: Partial<Changes>) =>
  Object.entries(changes).flatMap(([name, values]) => values.map((value) => [name, value] as const));
const before = (name: string) => (name === 'host' ? proxied : web);

it('knows every field of an application', () => {
  expect(Object.keys(harmless).sort()).toEqual(Object.keys(enteredApplication).sort());
});

it.each(cases(elsewhere))('asks who changes %s to %j', (name, value) => {
  expect(leadsElsewhere(before(name), { ...before(name), [name]: value })).toBe(true);
});

it.each(cases(harmless))('asks nobody who changes %s to %j', (name, value) => {
  expect(leadsElsewhere(before(name), { ...before(name), [name]: value })).toBe(false);
});

it('asks nobody who allows private addresses for nothing', () => {
  const quiet = { ...web, backchannel_logout_uri: null };
  expect(leadsElsewhere(quiet, { ...quiet, allow_private_addresses: true })).toBe(false);
  expect(leadsElsewhere(quiet, { ...web, allow_private_addresses: true })).toBe(true);
});

it('is closed to keys, which may change anything else', async () => {
  const app = await closedAfterwards(createApplicationService());
  const created = await app.create({ name: 'Wiki' });
  const wanted = { role: 'admin' as const, scopes: ['applications.manage' as const] };
  const { key } = await createServiceAccount(app, app.first, wanted);
  const change = (change: object) =>
    app.call(contract.applications.updateApplication, { ...app.of(created), ...change }, { token: key });
  expect((await change({ description: 'By a program' })).description).toBe('By a program');
  await failsWith(change({ redirect_uris: ['https://evil.example/'] }), 'SERVICE_ACCOUNT_REFUSED');
});
