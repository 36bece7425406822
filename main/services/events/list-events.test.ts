import { expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { purge } from '#main/jobs/purge.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { day } from '#shared/rules/limits.ts';

const app = perTest(() => createTestService());
const { events, team, workspaces } = contract;

const list = ({ tenantId: tenant_id, token }: Person, more: Partial<RequestOf<typeof events.listEvents>> = {}) =>
  app.call(events.listEvents, { tenant_id, ...more }, { token });

const change = ({ tenantId: tenant_id, token }: Person, name: string) =>
  app.call(workspaces.createWorkspace, { tenant_id, name }, { token });

it('lists what happened after a position, oldest first, without gaps over pages', async () => {
  const owner = await app.owner();
  const { next: start, events: none } = await list(owner);
  expect(none).toEqual([]);
  for (let count = 0; count < 5; count += 1) await change(owner, `Workspace ${count}`);
  const seen: (string | null)[] = [];
  let after = start;
  for (;;) {
    const page = await list(owner, { after, limit: 2 });
    if (page.events.length === 0) break;
    seen.push(...page.events.map(({ data }) => data.target_label));
    after = page.next;
  }
  expect(seen).toEqual([0, 1, 2, 3, 4].map((count) => `Workspace ${count}`));
});

it('moves on past types that were not asked for', async () => {
  const owner = await app.owner();
  await change(owner, 'Research');
  const found = await list(owner, { after: 0, types: ['workspace.deleted'] });
  expect(found.events).toEqual([]);
  expect(found.next).toBe((await list(owner)).next);
});

it('says that events are missing after a position if some were removed, or the log has become shorter', async () => {
  const owner = await app.owner();
  const { next: last } = await list(owner);
  const isCut = async (person: Person, after?: number) =>
    (await list(person, after === undefined ? {} : { after })).removed;
  for (const after of [undefined, 0, last]) expect(await isCut(owner, after)).toBe(false);
  expect(await isCut(owner, last + 1)).toBe(true);
  app.clock.advance(day);
  await setPolicies(app, await app.login(owner), { audit_retention_days: 90 });
  app.clock.advance(90 * day - 1);
  await purge(app.service.context);
  const later = await app.login(owner);
  for (const after of [0, last - 1]) expect(await isCut(later, after)).toBe(true);
  for (const after of [undefined, last, last + 1]) expect(await isCut(later, after)).toBe(false);
});

it('answers as soon as something happens, and otherwise once the time is over', async () => {
  const owner = await app.owner();
  const other = await app.owner();
  const { next: after } = await list(owner);
  const waiting = list(owner, { after, wait_seconds: 20 });
  await change(other, 'Elsewhere');
  await change(owner, 'Here');
  expect((await waiting).events.map(({ data }) => data.target_label)).toEqual(['Here']);
  const { next } = await list(owner);
  expect(await list(owner, { after: next, wait_seconds: 1 })).toMatchObject({ events: [], next });
});

it('tells nothing to someone who may no longer read the audit log after the wait', async () => {
  const owner = await app.owner();
  const admin = await app.join(owner, 'admin');
  const { next: after } = await list(admin);
  const waiting = list(admin, { after, wait_seconds: 20 });
  const input = { tenant_id: owner.tenantId, user_id: admin.id, role: 'member' } as const;
  await app.call(team.changeRole, input, { token: owner.token });
  await failsWith(waiting, 'FORBIDDEN');
});

it('tells nothing to a service account that may no longer call from there after the wait', async () => {
  const owner = await app.owner();
  const { account_id, key } = await createServiceAccount(app, owner, {
    role: 'admin',
    scopes: ['audit.read'],
    addresses: ['127.0.0.0/8'],
  });
  const { tenantId: tenant_id, token } = owner;
  const { next: after } = await list(owner);
  const waiting = list({ ...owner, token: key }, { after, wait_seconds: 20 });
  const narrowed = { tenant_id, account_id, addresses: ['203.0.113.7'], password: owner.password };
  await app.call(contract.serviceAccounts.updateServiceAccount, narrowed, { token });
  await failsWith(waiting, 'ADDRESS_NOT_ALLOWED');
});
