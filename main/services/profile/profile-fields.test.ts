import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { type Profile, profileFields, profileOf } from '#shared/contract/profile/fields.ts';
import { runOperation } from '../../service-commands/run-operation.ts';

/** What someone says about themselves later. */
const changed: Profile = { name: 'Grace Hopper' };

let app: TestService;
let person: Person;
beforeAll(async () => {
  app = await createTestService({ 'rate-limits': 'off' });
  person = await app.owner();
});
afterAll(() => app.close());

test.each(profileFields)(
  '%s can be changed alone, and is in the profile, both exports and the audit log',
  async (field) => {
    const by = { token: person.token };
    const before = await app.call(contract.profile.getMe, {}, by);
    expect(before[field]).not.toEqual(changed[field]);
    const { user } = await app.call(contract.profile.updateMe, { [field]: changed[field] }, by);
    const wanted = { ...profileOf(before), [field]: changed[field] };
    expect(profileOf(user)).toEqual(wanted);
    expect(profileOf(await app.call(contract.profile.getMe, {}, by))).toEqual(wanted);
    const { user: exported } = await app.call(contract.profile.exportMe, {}, by);
    expect(profileOf(exported)).toEqual(wanted);
    const printed: unknown[] = [];
    const body = (async function* () {})();
    await runOperation(
      app.service.context,
      'user data',
      { user: person.email },
      { emit: async (row) => void printed.push(row), body },
    );
    expect(printed).toContainEqual(expect.objectContaining({ kind: 'account', ...wanted }));
    const events = { tenant_id: person.tenantId, action: 'updateMe', limit: 1 } as const;
    const { events: latest } = await app.call(contract.audit.listAuditEvents, events, by);
    expect(latest[0]?.details).toEqual({ changed: field });
  },
);
