import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';

const screenTest = screenTests();
const { createApiKey, listApiKeys } = contract.security;
const address = '/dashboard/profile?tab=api-keys';

for (const [choice, days] of [
  ['30 days', 30],
  ['90 days', 90],
  ['1 year', 365],
  ['Never', undefined],
] as const) {
  screenTest(
    'security/create-key-dialog',
    ['security.createApiKey'],
    `creates a key with what was chosen, which expires: ${choice}`,
    async ({ app, owner, member, open, read }) => {
      const page = await open(owner, address);
      await page.press('Create key');
      await page.fill('Name', 'Robot');
      await page.choose('Expires', choice);
      await page.fill('Your password', owner.password);
      await page.press('Create key');
      await page.see('Choose at least one scope');
      await page.press('Read the audit log');
      await page.send('Create key', 'security.createApiKey');
      const key = (await page.field('API key')).value;
      await page.keys('{Escape}');
      expect((await page.field('API key')).value).toBe(key);
      await page.press('I’ve saved it');
      await page.closed();

      const { api_keys } = await read(owner, listApiKeys, {});
      const expiry = days === undefined ? null : new Date(app.clock.now() + days * day).toISOString();
      expect(api_keys).toMatchObject([{ name: 'Robot', scopes: ['audit.read'], expires_at: expiry }]);
      await page.find('row', /^Robot/);
      const at = { tenant_id: owner.tenantId };
      await app.call(contract.audit.listAuditEvents, at, { token: key });
      await expect(app.call(contract.team.listMembers, at, { token: key })).rejects.toThrow();
      expect((await read(member, listApiKeys, {})).api_keys).toEqual([]);
    },
  );
}

screenTest(
  'security/api-keys-tab',
  ['security.revokeApiKey'],
  'revokes the key of the row, and says so if it fails',
  async ({ app, owner, open, read }) => {
    const { password, token } = owner;
    const make = (name: string) => app.call(createApiKey, { name, scopes: ['self'], password }, { token });
    const [robot, script] = [await make('Robot'), await make('Script')];
    const page = await open(owner, address);
    await page.press('Actions for Script');
    await page.press('Revoke');
    await page.send('Revoke key', 'security.revokeApiKey');
    await page.closed();
    // Its button is gone: that of the row in its place has the focus.
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Actions for Robot');
    await read({ ...owner, token: robot.key }, contract.profile.getMe, {});
    await expect(read({ ...owner, token: script.key }, contract.profile.getMe, {})).rejects.toThrow();
    expect((await read(owner, listApiKeys, {})).api_keys.map(({ name }) => name)).toEqual(['Robot']);
  },
);

for (const [choice, overlap] of [
  ['0 hours (revoke immediately)', undefined],
  ['1 hour', 1],
  ['24 hours', 24],
  ['7 days', 168],
] as const) {
  screenTest(
    'security/roll-key-dialog',
    ['security.rollApiKey'],
    `rolls the key of the row, and lets the old one work as chosen: ${choice}`,
    async ({ app, owner, open, read }) => {
      const { password, token } = owner;
      const make = (name: string) => app.call(createApiKey, { name, scopes: ['self'], password }, { token });
      const [robot, script] = [await make('Robot'), await make('Script')];
      const page = await open(owner, address);
      await page.press('Actions for Script');
      await page.press('Roll');
      await page.choose('Current key keeps working for', choice);
      await page.choose('New key expires', '30 days');
      await page.fill('Your password', password);
      await page.send('Roll key', 'security.rollApiKey');
      const key = (await page.field('API key')).value;
      await page.press('I’ve saved it');
      await page.closed();

      const inDays = (days: number) => new Date(app.clock.now() + days * day).toISOString();
      await read({ ...owner, token: key }, contract.profile.getMe, {});
      const { api_keys } = await read(owner, listApiKeys, {});
      expect(new Set(api_keys.map(({ key_id, name, expires_at }) => [key_id, name, expires_at].join()))).toEqual(
        new Set([
          [robot.api_key.key_id, 'Robot', null].join(),
          [api_keys.find(({ prefix }) => key.startsWith(prefix))?.key_id, 'Script', inDays(30)].join(),
          ...(overlap === undefined ? [] : [[script.api_key.key_id, 'Script', inDays(overlap / 24)].join()]),
        ]),
      );
    },
  );
}
