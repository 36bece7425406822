import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { mailsTo } from '#e2e/support/team.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { signup, login } = contract.auth;

const app = perFile(() => createTestService());

const request = (email: string) => ({ email, name: 'Ada Lovelace', password: testPassword, company_name: 'Engines' });
const rows = async (table: 'users' | 'tenants' | 'mails' | 'sessions' | 'one_time_tokens') =>
  (await tablesOf(app.service.context.db.read).selectFrom(table).select('id').execute()).length;
const allRows = () => Promise.all((['users', 'tenants', 'mails', 'sessions', 'one_time_tokens'] as const).map(rows));

describe('signup (seed 000 §4 #1)', () => {
  it('creates one tenant with its owner, awaiting verification, and queues the email', async () => {
    const before = await allRows();
    const answer = await app.call(signup, request('Ada@Example.com'));
    expect(answer).toEqual({
      user_id: expect.stringMatching(/^user_/),
      tenant_id: expect.stringMatching(/^tnt_/),
      email: 'ada@example.com',
      email_verified: false,
      verification_sent: true,
    });
    const after = await allRows();
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 0, 1]);
    const { db } = app.service.context;
    const user = await tablesOf(db.read)
      .selectFrom('users')
      .selectAll()
      .where('id', '=', answer.user_id)
      .executeTakeFirst();
    expect(user).toMatchObject({ role: 'owner', status: 'active', email_verified: 0, tenant_id: answer.tenant_id });
    const tenant = await tablesOf(db.read)
      .selectFrom('tenants')
      .selectAll()
      .where('id', '=', answer.tenant_id)
      .executeTakeFirst();
    expect(tenant).toMatchObject({ name: 'Engines', created_at: app.clock.now(), delete_at: null });
    const mail = await tablesOf(db.read)
      .selectFrom('mails')
      .selectAll()
      .where('user_id', '=', answer.user_id)
      .executeTakeFirst();
    expect(mail).toMatchObject({ kind: 'verification', recipient: 'ada@example.com', status: 'queued' });
  });

  it('hashes the password at the configured cost', async () => {
    const costly = await closedAfterwards(createTestService({ 'bcrypt-cost': '10' }));
    const { user_id } = await costly.call(signup, request('ada@example.com'));
    expect((await storedUser(costly, user_id)).password_hash).toMatch(/^\$2[aby]\$10\$/);
  });

  it('signs the owner in before the address is verified, with the default preferences', async () => {
    await app.call(signup, request('early@example.com'));
    const { access_token } = await app.call(login, { email: 'early@example.com', password: testPassword });
    const me = await app.call(contract.profile.getMe, {}, { token: access_token });
    expect(me).toMatchObject({ role: 'owner', email_verified: false, name: 'Ada Lovelace' });
    expect(me.preferences).toEqual(defaultPreferences);
    expect(me.created_at).toBe(new Date(app.clock.now()).toISOString());
  });

  it('starts in the language, time zone and formats of the sign-up, also in its first email', async () => {
    const preferences = {
      ...{ language: 'de', timezone: 'Europe/Berlin' },
      ...({ date_format: 'DD.MM.YYYY', time_format: '12h' } as const),
    };
    await app.call(signup, { ...request('berta@example.com'), preferences });
    const { access_token } = await app.call(login, { email: 'berta@example.com', password: testPassword });
    const me = await app.call(contract.profile.getMe, {}, { token: access_token });
    expect(me.preferences).toEqual({ ...defaultPreferences, ...preferences });
    const [mail] = await mailsTo(app, 'berta@example.com');
    expect(mail?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
  });

  it('ignores a time zone that it does not know', async () => {
    const { user_id } = await app.call(signup, {
      ...request('mars@example.com'),
      preferences: { timezone: 'Mars/Olympus' },
    });
    const { preferences } = await storedUser(app, user_id);
    expect(JSON.parse(preferences)).toEqual(defaultPreferences);
  });

  it('rejects an address that has an account, in any case, and writes nothing', async () => {
    await app.call(signup, request('taken@example.com'));
    const before = await allRows();
    for (const email of ['taken@example.com', 'TAKEN@EXAMPLE.COM']) {
      await failsWith(app.call(signup, request(email)), 'EMAIL_TAKEN');
    }
    expect(await allRows()).toEqual(before);
  });

  it('rejects a password that cannot be one, and writes nothing', async () => {
    const before = await allRows();
    const email = 'long.enough@example.com';
    await failsWith(app.call(signup, { ...request(email), password: 'with a nul \0' }), 'WEAK_PASSWORD');
    expect(await allRows()).toEqual(before);
  });

  it.each(['password', 'ada lovelace', 'aaaaaaaa'])(
    'accepts %s, because the contract asks for 8 characters (§8)',
    async (password) => {
      const email = `${password.replace(' ', '.')}@example.com`;
      await app.call(signup, { ...request(email), password });
      await app.call(contract.auth.login, { email, password });
    },
  );

  it('succeeds once for 20 concurrent calls with one address', async () => {
    const before = await allRows();
    const outcomes = await countOutcomes(times(20, () => app.call(signup, request('race@example.com'))));
    expect(outcomes).toEqual({ ok: 1, EMAIL_TAKEN: 19 });
    const after = await allRows();
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 0, 1]);
  }, 60_000);

  it.each([
    ['email', undefined],
    ['email', 'no address'],
    ['email', 'a@b.co\r\nBcc: c@d.co'],
    ['name', undefined],
    ['name', '   '],
    ['name', 'a\nb'],
    ['password', undefined],
    ['password', 'seven77'],
    ['company_name', undefined],
    ['company_name', ''],
  ])('rejects %s as %j, and names the field', async (field, value) => {
    const input = { ...request('field@example.com'), [field]: value };
    const { errors = [] } = await failsWith(app.call(signup, input), 'VALIDATION_FAILED');
    expect(new Set(errors.map(({ path }) => path))).toEqual(new Set([field]));
  });
});
