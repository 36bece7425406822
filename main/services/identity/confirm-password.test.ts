import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { countOutcomes, times } from '#e2e/fixtures/outcomes.ts';
import { createTestService, type Person, type TestService } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { second } from '#shared/limits.ts';
import { waitAfter } from './lockout.ts';

describe('wrong passwords in confirmations', () => {
  let app: TestService;
  let owner: Person;
  beforeEach(async () => {
    app = await createTestService();
    owner = await app.owner();
  });
  afterEach(() => app.close());

  const { changeEmail, getMe } = contract.profile;
  const confirm = (password: string, token = owner.token) =>
    app.call(changeEmail, { new_email: 'new.address@example.com', password }, { token });

  it('are checked six times in a burst of 100', async () => {
    const outcomes = await countOutcomes(times(100, (index) => confirm(`wrong ${index}`)));
    expect(outcomes).toEqual({ CURRENT_PASSWORD_INVALID: 6, ACCOUNT_LOCKED: 94 });
  });

  it('cause a wait that is audited and does not block signing in', async () => {
    for (let failure = 1; failure <= 6; failure += 1) await failsWith(confirm('wrong'), 'CURRENT_PASSWORD_INVALID');
    expect((await failsWith(confirm(owner.password), 'ACCOUNT_LOCKED')).retry_after).toBe(1);
    const { events } = await app.call(
      contract.audit.listAuditEvents,
      { tenant_id: owner.tenantId, action: 'lockAccount' },
      { token: owner.token },
    );
    expect(events).toMatchObject([
      { target_id: owner.id, ip_address: '127.0.0.1', details: { failures: 6, wait_seconds: 1 } },
    ]);
    await app.login(owner);
    app.clock.advance(1 * second);
    await confirm(owner.password);
    await failsWith(confirm('wrong'), 'CURRENT_PASSWORD_INVALID');
    await confirm(owner.password);
  });

  it('end only that session after 20 in a row', async () => {
    let stolen = await app.login(owner);
    let own = await app.login(owner);
    const refreshed = async (person: Person): Promise<Person> => {
      const tokens = await app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
      return { ...person, token: tokens.access_token, refreshToken: tokens.refresh_token };
    };
    for (let failure = 1; failure <= 20; failure += 1) {
      [stolen, own] = [await refreshed(stolen), await refreshed(own)];
      await failsWith(confirm('wrong', stolen.token), 'CURRENT_PASSWORD_INVALID');
      app.clock.advance(waitAfter(failure));
    }
    await failsWith(app.call(getMe, {}, { token: stolen.token }), 'SESSION_ENDED');
    await app.call(getMe, {}, { token: own.token });
  });
});
