import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const count = (person: Person, tenant_id = person.tenantId) =>
  app.call(contract.sessions.countSessions, { tenant_id }, { token: person.token });

describe("counting a tenant's sessions", () => {
  it('counts active sessions and their users in that tenant only', async () => {
    const owner = await app.owner();
    await app.owner();
    expect(await count(owner)).toEqual({ sessions: 1, people: 1 });
    const member = await app.join(owner);
    const second = await app.login(member);
    expect(await count(owner)).toEqual({ sessions: 3, people: 2 });
    await app.call(contract.auth.logout, {}, { token: second.token });
    expect(await count(owner)).toEqual({ sessions: 2, people: 2 });
    app.clock.advance(29 * minute);
    await app.call(contract.profile.getMe, {}, { token: owner.token });
    app.clock.advance(1 * minute);
    expect(await count(owner)).toEqual({ sessions: 1, people: 1 });
  });
});
