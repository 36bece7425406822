import { expect, it } from 'vitest';
import { createKey, seedApiKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { apiKeyLimits, day, hour } from '#shared/rules/limits.ts';

const { listApiKeys, rollApiKey } = contract.security;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const me = (key: string) => app.call(contract.profile.getMe, {}, { token: key });
const list = async ({ token }: Person) => (await app.call(listApiKeys, {}, { token })).api_keys;
const roll = ({ password, token }: Person, key_id: string, more: Partial<RequestOf<typeof rollApiKey>> = {}) =>
  app.call(rollApiKey, { key_id, password, ...more }, { token });
const iso = (instant: number) => new Date(instant).toISOString();

for (const [case_, more, lifetime] of [
  ['24 hours, if nothing else is asked for', {}, 24 * hour],
  ['as long as asked for', { overlap_hours: 168 }, 168 * hour],
] as const) {
  it(`lets both keys work for ${case_}`, async () => {
    const person = await app.owner();
    const old = await createKey(app, person, { name: 'Backup', scopes: ['self', 'team.read'] });
    await me(old.key);
    const answer = await roll(person, old.api_key.key_id, { ...more, expires_in_days: 90 });
    const end = app.clock.now() + lifetime;
    expect(answer.old_key_expires_at).toBe(iso(end));
    expect(answer.api_key).toMatchObject({
      name: 'Backup',
      scopes: ['self', 'team.read'],
      expires_at: iso(app.clock.now() + 90 * day),
      last_used: null,
    });
    expect(new Set((await list(person)).map(({ key_id, expires_at }) => `${key_id} ${expires_at}`))).toEqual(
      new Set([`${answer.api_key.key_id} ${answer.api_key.expires_at}`, `${old.api_key.key_id} ${iso(end)}`]),
    );
    app.clock.advance(lifetime - 1);
    for (const key of [old.key, answer.key]) expect((await me(key)).user_id).toBe(person.id);
    app.clock.advance(1);
    await failsWith(me(old.key), 'TOKEN_EXPIRED');
    await me(answer.key);
  });
}

it('revokes the old key at once without an overlap, even where all 50 keys are used', async () => {
  const person = await app.owner();
  const old = await createKey(app, person);
  await me(old.key);
  const { context } = app.service;
  for (let count = 1; count < apiKeyLimits.perUser; count += 1) {
    await seedApiKey(context, context.db.write, person.id, ['self']);
  }
  await failsWith(roll(person, old.api_key.key_id), 'TOO_MANY_API_KEYS');
  // What was refused has changed nothing.
  expect((await list(person)).find(({ key_id }) => key_id === old.api_key.key_id)?.expires_at).toBeNull();
  const answer = await roll(person, old.api_key.key_id, { overlap_hours: 0 });
  expect(answer.old_key_expires_at).toBe(iso(app.clock.now()));
  await failsWith(me(old.key), 'TOKEN_INVALID');
  await me(answer.key);
});

it('never lets a key work longer than it would have', async () => {
  const person = await app.owner();
  const old = await createKey(app, person);
  const { old_key_expires_at } = await roll(person, old.api_key.key_id, { overlap_hours: 1 });
  await failsWith(roll(person, old.api_key.key_id, { overlap_hours: 169 }), 'VALIDATION_FAILED');
  const again = await roll(person, old.api_key.key_id, { overlap_hours: 168 });
  expect(again.old_key_expires_at).toBe(old_key_expires_at);
  app.clock.advance(hour);
  await failsWith(me(old.key), 'TOKEN_EXPIRED');
});

it('requires the password and a key of the caller, and leaves out scopes beyond the role', async () => {
  const owner = await app.owner();
  const admin = await app.join(owner, 'admin');
  const [wide, narrow] = [
    await createKey(app, admin, { scopes: ['self', 'team.manage'] }),
    await createKey(app, admin, { scopes: ['team.manage'] }),
  ];
  await failsWith(roll({ ...admin, password: 'wrong' }, wide.api_key.key_id), 'CURRENT_PASSWORD_INVALID');
  await failsWith(roll(owner, wide.api_key.key_id), 'NOT_FOUND');
  const { tenantId: tenant_id } = owner;
  await app.call(contract.team.changeRole, { tenant_id, user_id: admin.id, role: 'member' }, { token: owner.token });
  expect((await roll(admin, wide.api_key.key_id)).api_key.scopes).toEqual(['self']);
  const { errors } = await failsWith(roll(admin, narrow.api_key.key_id), 'VALIDATION_FAILED');
  expect(errors).toMatchObject([{ path: 'key_id' }]);
  expect(await list(admin)).toHaveLength(3);
});
