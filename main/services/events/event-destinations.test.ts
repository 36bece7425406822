import { expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { eventLimits } from '#shared/rules/limits.ts';

const app = perTest(() => createTestService());
const { events } = contract;

const add = ({ tenantId: tenant_id, token }: Person, more: object = {}) => {
  const input = { tenant_id, kind: 'webhook', name: 'CI', url: 'https://ci.example.com/secret-path', ...more } as const;
  return app.call(events.createEventDestination, input, { token });
};

const list = ({ tenantId: tenant_id, token }: Person) =>
  app.call(events.listEventDestinations, { tenant_id }, { token });

const noticesTo = ({ email }: Person) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', email)
    .where('kind', '=', 'event_destination_added')
    .execute();

it('lists destinations, oldest first, until they are deleted with their deliveries', async () => {
  const owner = await app.owner();
  const first = await add(owner);
  app.clock.advance(1);
  const second = await add(owner, { name: 'Chat', kind: 'ntfy' });
  expect((await list(owner)).destinations.map(({ name }) => name)).toEqual(['CI', 'Chat']);
  expect([first.secret !== null, second.secret]).toEqual([true, null]);
  const input = { tenant_id: owner.tenantId, destination_id: first.destination_id };
  await app.call(events.deleteEventDestination, input, { token: owner.token });
  expect((await list(owner)).destinations.map(({ name }) => name)).toEqual(['Chat']);
  await failsWith(app.call(events.getEventDestination, input, { token: owner.token }), 'NOT_FOUND');
});

it('keeps a bound', async () => {
  const owner = await app.owner();
  for (let count = 0; count < eventLimits.perTenant; count += 1) await add(owner);
  await failsWith(add(owner), 'TOO_MANY_EVENT_DESTINATIONS');
});

it('tells the other owners of a destination, and of one that goes elsewhere, but not what is in its address', async () => {
  const owner = await app.owner();
  const other = await app.join(owner, 'owner');
  const { destination_id } = await add(owner);
  const target = { tenant_id: owner.tenantId, destination_id };
  const change = (more: object) =>
    app.call(events.updateEventDestination, { ...target, ...more }, { token: owner.token });
  await change({ name: 'Renamed' });
  expect(await noticesTo(other)).toHaveLength(1);
  await change({ url: 'https://elsewhere.example.com/secret-path' });
  expect(await noticesTo(other)).toHaveLength(2);
  expect(await noticesTo(owner)).toEqual([]);
  const tables = tablesOf(app.service.context.db.read);
  const stored = [
    ...(await tables.selectFrom('mails').selectAll().execute()),
    ...(await tables.selectFrom('audit_events').selectAll().execute()),
    ...(await tables.selectFrom('event_destinations').selectAll().execute()),
  ];
  expect(JSON.stringify(stored)).not.toContain('secret-path');
});

it('refuses what a destination can’t do', async () => {
  const owner = await app.owner();
  const { destination_id } = await add(owner, { kind: 'slack' });
  const target = { tenant_id: owner.tenantId, destination_id };
  await failsWith(app.call(events.rollEventSecret, target, { token: owner.token }), 'STATE_CONFLICT');
  for (const url of ['ftp://example.com', 'https://', 'example.com', 'javascript:alert(1)']) {
    await failsWith(add(owner, { url }), 'VALIDATION_FAILED');
  }
});
