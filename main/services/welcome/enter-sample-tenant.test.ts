import { describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { second, throttles } from '#shared/rules/limits.ts';

const { auth, profile, welcome } = contract;
const { createSampleTenant, enterSampleTenant } = welcome;

const app = perTest(() => createTestService());

const made = async () => {
  const { user } = await app.call(createSampleTenant, {});
  return { at: { tenant_id: user.tenant_id } };
};

describe('entering the sample', () => {
  it('needs no password, as anyone of each role', async () => {
    const { at } = await made();
    for (const role of ['owner', 'admin', 'member'] as const) {
      const { user, access_token, password } = await app.call(enterSampleTenant, { role });
      expect(user).toMatchObject({ role, tenant_id: at.tenant_id });
      expect((await app.call(profile.getMe, {}, { token: access_token })).role).toBe(role);
      // For what asks for a password again.
      await app.call(auth.login, { email: user.email, password });
    }
  });

  it('is offered under the same conditions as creating it', async () => {
    await failsWith(app.call(enterSampleTenant, {}), 'STATE_CONFLICT');
    await made();
    await failsWith(app.call(enterSampleTenant, {}, { ip: '192.0.2.1' }), 'STATE_CONFLICT');
    await failsWith(app.call(enterSampleTenant, {}, { local: false }), 'STATE_CONFLICT');
    await app.call(enterSampleTenant, {});
    await app.owner();
    await failsWith(app.call(enterSampleTenant, {}), 'STATE_CONFLICT');
  });

  it('is refused if someone signed up while its password was hashed', async () => {
    await made();
    const { passwords } = app.service.context;
    const hash = passwords.hash.bind(passwords);
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password, share) => {
      await app.owner();
      return hash(password, share);
    });
    await failsWith(app.call(enterSampleTenant, {}), 'STATE_CONFLICT');
  });

  it('gives no account a password that has none', async () => {
    await made();
    const { password } = await app.call(enterSampleTenant, {});
    await failsWith(app.call(auth.login, { email: 'omar.benali@example.com', password }), 'INVALID_CREDENTIALS');
  });

  it('is limited per address, together with creating it', async () => {
    await made();
    const { limit, windowMs } = throttles.sample;
    for (let count = 1; count < limit; count += 1) await app.call(enterSampleTenant, {});
    const { retry_after } = await failsWith(app.call(enterSampleTenant, {}), 'RATE_LIMITED');
    expect(retry_after).toBe(windowMs / second);
  });
});
