import { expect } from 'vitest';
import { createApplication, failToTell, letKnow } from '#e2e/support/applications.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { getApplication, listApplications } = contract.applications;

type Of = Awaited<ReturnType<typeof createApplication>>;

const openApplication = async (cast: Cast, entered?: Parameters<typeof createApplication>[2]) => {
  const of = await createApplication(cast.app, cast.owner, entered);
  const page = await cast.open(cast.owner, `/dashboard/applications/${of.application_id}`);
  return { of, page };
};
const stored = ({ owner, read }: Cast, of: Of) => read(owner, getApplication, of);

screenTest(
  'applications/create-application-dialog',
  ['applications.createApplication'],
  'creates an application, shows its secret once, and opens it',
  async (cast) => {
    const { app, owner, open, read } = cast;
    await createApplication(app, owner, { name: 'Taken' });
    const page = await open(owner, '/dashboard/applications');
    await page.press('Create application');
    await page.fill('Name', 'taken');
    await page.fill('Redirect URIs', 'http://wiki.example/callback');
    await page.press('Create application');
    await page.see(/^Enter an exact https address/);
    await page.fill('Redirect URIs', 'https://wiki.example/callback');
    await page.send('Create application', 'applications.createApplication');
    await page.see('Another application already has this name');
    await page.fill('Name', 'Wiki');
    await page.send('Create application', 'applications.createApplication');
    await page.see('Copy it now: it won’t be shown again');
    const secret = (await page.field('Client secret')).value;
    expect(secret).toMatch(/^[\w-]{43}$/);
    await page.press('I’ve saved it');
    await page.find('heading', 'Overview');
    expect(await page.shows(secret)).toBe(false);
    const { applications } = await read(owner, listApplications, { tenant_id: owner.tenantId });
    expect(applications.map(({ name, kind }) => [name, kind])).toEqual([
      ['Taken', 'web'],
      ['Wiki', 'web'],
    ]);
  },
);

screenTest('applications/application-setup', [], 'says how each example was tried', async (cast) => {
  const { page } = await openApplication(cast);
  await page.see('Tried with Apache 2.4, mod_auth_openidc 2.4.12');
  await page.choose('Program', 'Node-RED');
  await page.see(/^Tried with Node-RED [\d.]+, openid-client [\d.]+, by hand on$/);
  await page.see(/2026/);
  await page.choose('Program', 'Grafana');
  await page.see('Not tried');
});

screenTest(
  'applications/applications-page',
  [],
  'says what has to be done first where the server is not reached by https',
  async ({ app, owner, operator, open }) => {
    const created = () => createApplication(app, owner, { name: 'Wiki' });
    const { config } = app.service.context;
    Object.assign(config, { isPublicHttps: false });
    for (const [person, text] of [
      [operator, /^Set .* to this server’s https address and restart Castellan\.$/],
      [owner, /^Ask the operator of this server to set /],
    ] as const) {
      const page = await open(person, '/dashboard/applications');
      const title = await page.see('Applications need a public https address');
      expect(title.parentElement?.textContent).toMatch(new RegExp(`${title.textContent}${text.source.slice(1)}`));
      expect(await page.has('button', 'Create application')).toBe(false);
      expect(await page.shows('No applications yet')).toBe(false);
      expect(await page.shows('Applications need https')).toBe(false);
    }

    Object.assign(config, { isPublicHttps: true });
    await created();
    Object.assign(config, { isPublicHttps: false });
    const page = await open(owner, '/dashboard/applications');
    await page.see('Applications need https');
    await page.see('This server has no public URL with https');
    Object.assign(config, { isPublicHttps: true });
  },
);

screenTest(
  'applications/application-settings',
  ['applications.updateApplication'],
  'changes what is edited, and warns before another kind',
  async (cast) => {
    const { of, page } = await openApplication(cast);
    const form = await page.in('form', 'Settings');
    await form.fill('Redirect URIs', 'https://wiki.example/a\nhttps://wiki.example/b');
    await form.fill('Address (optional)', '');
    await page.send('Save application', 'applications.updateApplication', form);
    await page.see('Application saved.');
    expect(await stored(cast, of)).toMatchObject({
      redirect_uris: ['https://wiki.example/a', 'https://wiki.example/b'],
      home_url: null,
    });
    await form.choose('Type', 'Protected host');
    await page.see(/^Changing the type signs everyone out/);
    await form.fill('Host', 'Wiki.example');
    await page.send('Save application', 'applications.updateApplication', form);
    await page.find('heading', 'Protected paths');
    expect(await stored(cast, of)).toMatchObject({ kind: 'proxied', host: 'wiki.example', secrets: [] });
  },
);

screenTest(
  'applications/application-settings',
  ['applications.updateApplication'],
  'has an application told about ended sessions, and says how that goes',
  async (cast) => {
    const { of, page } = await openApplication(cast);
    expect(await page.shows('Last told about an ended session')).toBe(false);
    const form = await page.in('form', 'Settings');
    await form.fill('URI told about ended sessions (optional)', 'https://wiki.example/session-ended');
    await form.press('Allow private networks');
    await page.send('Save application', 'applications.updateApplication', form);
    await page.see('Last told about an ended session');
    expect(await stored(cast, of)).toMatchObject({
      backchannel_logout_uri: 'https://wiki.example/session-ended',
      backchannel_logout_session_required: true,
      allow_private_addresses: true,
      logout_notices: { waiting: 0, delivered_at: null, failing_since: null, failure: null },
    });
    await failToTell(cast.app.service.context, of.application_id);
    const again = await cast.open(cast.owner, `/dashboard/applications/${of.application_id}`);
    await again.see('Castellan can’t tell this application about ended sessions');
    await again.see(/^Didn’t answer in time\. Castellan keeps trying/);
  },
);

screenTest(
  'applications/application-who',
  ['applications.updateApplication'],
  'says who may use it: roles, groups and custom roles',
  async (cast) => {
    const { app, owner } = cast;
    const { group_id } = await createGroup(app, owner, 'Readers');
    const { role_id } = await createCustomRole(app, owner, ['audit.read']);
    const { of, page } = await openApplication(cast);
    const form = await page.in('form', 'Who may use it');
    await form.choose('Access', 'Only some people');
    await page.see('No one can use it until you choose someone.');
    await form.press('Guests');
    await form.choose('Groups', 'Readers');
    await page.send('Save access', 'applications.updateApplication', form);
    await page.see('Access saved. It applies from the next request.');
    expect(await stored(cast, of)).toMatchObject({
      access: 'restricted',
      allowed_roles: ['guest'],
      groups: [{ group_id, name: 'Readers' }],
      custom_roles: [],
    });
    await form.choose('Custom roles', /^Role/);
    await page.send('Save access', 'applications.updateApplication', form);
    await page.settled();
    expect((await stored(cast, of)).custom_roles.map((role) => role.role_id)).toEqual([role_id]);
  },
);

screenTest(
  'applications/protected-paths',
  ['applications.updateApplication'],
  'adds a rule for a path, and removes one',
  async (cast) => {
    const host = { kind: 'proxied' as const, redirect_uris: [], host: 'paths.example' };
    const { of, page } = await openApplication(cast, { ...host, path_rules: [{ path: '/old', access: 'public' }] });
    const form = await page.in('form', 'Protected paths');
    await form.press('Remove the rule for /old');
    await form.press('Add rule');
    await form.fill('Path', '/a//b');
    await form.press('Save rules');
    await page.see(/^Enter a path such as/);
    await form.fill('Path', '/admin');
    await form.choose('For', 'With two-factor');
    await page.send('Save rules', 'applications.updateApplication', form);
    await page.see('Rules saved.');
    expect((await stored(cast, of)).path_rules).toEqual([{ path: '/admin', access: 'second_factor' }]);
  },
);

screenTest(
  'applications/protected-paths',
  ['applications.updateApplication'],
  'opens a path to a group, and forgets the group with that',
  async (cast) => {
    const { group_id } = await createGroup(cast.app, cast.owner, 'Design');
    const host = { kind: 'proxied' as const, redirect_uris: [], host: 'group.example' };
    const { of, page } = await openApplication(cast, { ...host, path_rules: [{ path: '/a', access: 'public' }] });
    const form = await page.in('form', 'Protected paths');
    await form.choose('For', 'Group');
    await form.choose('Group', 'Design');
    await page.send('Save rules', 'applications.updateApplication', form);
    expect((await stored(cast, of)).path_rules).toEqual([{ path: '/a', access: 'group', group_id }]);
    await form.choose('For', 'Allowed people');
    await page.send('Save rules', 'applications.updateApplication', form);
    expect((await stored(cast, of)).path_rules).toEqual([{ path: '/a', access: 'allowed' }]);
  },
);

screenTest(
  'applications/roll-secret-dialog',
  ['applications.addApplicationSecret'],
  'rolls the secret, and shows the new one once',
  async (cast) => {
    const { of, page } = await openApplication(cast);
    await page.press('Roll secret');
    await page.choose('Keep accepting the current secret for', '1 day');
    await page.send('Roll secret', 'applications.addApplicationSecret');
    await page.see('Copy it now: it won’t be shown again');
    await page.press('I’ve saved it');
    await page.closed();
    const expiring = (await stored(cast, of)).secrets.map(({ expires_at }) => expires_at !== null);
    expect(expiring.toSorted()).toEqual([false, true]);
  },
);

screenTest(
  'applications/application-secrets',
  ['applications.removeApplicationSecret'],
  'removes a secret once it said what that ends',
  async (cast) => {
    const { of, page } = await openApplication(cast);
    await page.press(/^Remove the secret from/);
    await page.see(/^It’s the only one/);
    await page.send('Remove secret', 'applications.removeApplicationSecret');
    await page.closed();
    await page.see('No secret');
    expect((await stored(cast, of)).secrets).toEqual([]);
  },
);

screenTest(
  'applications/delete-application-dialog',
  ['applications.deleteApplication'],
  'deletes an application once it said whom that signs out',
  async (cast) => {
    const { app, owner, member, read } = cast;
    const { of, page } = await openApplication(cast);
    await letKnow(app.service.context.db.write, member.id, of.application_id, app.clock.now());
    await page.press(/^Actions for/);
    await page.press('Delete application');
    await page.see('1 person who signed in to it will be signed out.');
    await page.send('Delete application', 'applications.deleteApplication');
    await page.see('No applications yet');
    expect((await read(owner, listApplications, { tenant_id: owner.tenantId })).total).toBe(0);
  },
);
