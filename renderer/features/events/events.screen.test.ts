import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished } from 'vitest';
import { startReceiver } from '#e2e/support/event-receiver.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import type { Person, TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { events } = contract;

const receiving = async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  return receiver;
};

const add = (app: TestService, { tenantId: tenant_id, token }: Person, url: string) =>
  app.call(
    events.createEventDestination,
    { tenant_id, kind: 'webhook', name: 'Deployments', url, allow_private_addresses: true },
    { token },
  );

screenTest(
  'events/add-destination-dialog',
  ['events.createEventDestination'],
  'adds a destination, shows its secret once, and opens its page',
  async ({ owner, open, read }) => {
    const page = await open(owner, '/dashboard/events');
    await page.press('Add destination');
    await page.fill('Name', 'CI');
    await page.fill('Address', 'ftp://ci.example.com');
    await page.press('Add destination');
    await page.fill('Address', 'https://ci.example.com/hook');
    await page.send('Add destination', 'events.createEventDestination');
    const secret = (await page.field('Signing secret')).value;
    expect(secret).toMatch(/^whsec_/);
    expect(() => new Webhook(secret)).not.toThrow();
    await page.press('I’ve saved it');
    await page.see('https://ci.example.com/hook');
    const { destinations } = await read(owner, events.listEventDestinations, { tenant_id: owner.tenantId });
    expect(destinations).toMatchObject([
      { name: 'CI', kind: 'webhook', url: 'https://ci.example.com/hook', event_types: null },
    ]);
  },
);

screenTest(
  'events/add-destination-dialog',
  ['events.createEventDestination'],
  'adds a chat, which has no secret',
  async ({ owner, open, read }) => {
    const page = await open(owner, '/dashboard/events');
    await page.press('Add destination');
    await page.choose('Kind', 'Slack');
    await page.fill('Name', 'Operations');
    await page.fill('Address', 'https://hooks.slack.example/services/x');
    await page.send('Add destination', 'events.createEventDestination');
    await page.see('https://hooks.slack.example/services/x');
    const { destinations } = await read(owner, events.listEventDestinations, { tenant_id: owner.tenantId });
    expect(destinations).toMatchObject([{ name: 'Operations', kind: 'slack' }]);
  },
);

screenTest(
  'events/edit-destination-dialog',
  ['events.updateEventDestination'],
  'changes the destination of its page',
  async ({ app, owner, open, read }) => {
    const { destination_id } = await add(app, owner, 'https://ci.example.com/hook');
    const other = await add(app, owner, 'https://other.example.com/hook');
    const page = await open(owner, `/dashboard/events/${destination_id}`);
    await page.press('Edit');
    await page.fill('Address', 'https://ci.example.com/new');
    await page.send('Save', 'events.updateEventDestination');
    const stored = (id: string) =>
      read(owner, events.getEventDestination, { tenant_id: owner.tenantId, destination_id: id });
    expect(await stored(destination_id)).toMatchObject({
      url: 'https://ci.example.com/new',
      name: 'Deployments',
      event_types: null,
      allow_private_addresses: true,
    });
    expect(await stored(other.destination_id)).toMatchObject({ url: 'https://other.example.com/hook' });
  },
);

screenTest(
  'events/roll-secret-dialog',
  ['events.rollEventSecret'],
  'rolls the secret, with the overlap that was chosen',
  async ({ app, owner, open, read }) => {
    const { destination_id } = await add(app, owner, 'https://ci.example.com/hook');
    const page = await open(owner, `/dashboard/events/${destination_id}`);
    await page.press(/^Actions for/);
    await page.press('Roll secret');
    await page.choose('Keep using the current secret for', '1 hour');
    const rolledAt = app.clock.now();
    await page.send('Roll secret', 'events.rollEventSecret');
    expect((await page.field('Signing secret')).value).toMatch(/^whsec_/);
    const input = { tenant_id: owner.tenantId, destination_id };
    const { old_secret_expires_at } = await read(owner, events.getEventDestination, input);
    expect(old_secret_expires_at).toBe(new Date(rolledAt + 3_600_000).toISOString());
  },
);

screenTest(
  'events/destination-page',
  ['events.testEventDestination', 'events.updateEventDestination', 'events.deleteEventDestination'],
  'tests the destination, turns it off and on, and removes it',
  async ({ app, owner, open, read }) => {
    const receiver = await receiving();
    const { destination_id } = await add(app, owner, receiver.url);
    const input = { tenant_id: owner.tenantId, destination_id };
    const page = await open(owner, `/dashboard/events/${destination_id}`);
    await page.send('Send test', 'events.testEventDestination');
    await page.see(/Accepted \(HTTP 204\)/);
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['event_destination.tested']);
    await page.send('Turn off', 'events.updateEventDestination');
    expect(await read(owner, events.getEventDestination, input)).toMatchObject({ enabled: false, state: 'off' });
    await page.send('Turn on', 'events.updateEventDestination');
    expect(await read(owner, events.getEventDestination, input)).toMatchObject({ enabled: true });
    await page.press(/^Actions for/);
    await page.press('Remove destination');
    await page.send('Remove destination', 'events.deleteEventDestination');
    await page.see('No destinations');
    const { total } = await read(owner, events.listEventDestinations, { tenant_id: owner.tenantId });
    expect(total).toBe(0);
  },
);

screenTest(
  'events/deliveries',
  ['events.replayEventDelivery'],
  'sends a delivery again, and not one that waits',
  async ({ app, owner, open }) => {
    const receiver = await receiving();
    const { destination_id } = await add(app, owner, receiver.url);
    await app.service.eventWorker.drain();
    const page = await open(owner, `/dashboard/events/${destination_id}`);
    await page.send(/^Send again/, 'events.replayEventDelivery');
    await app.service.eventWorker.drain();
    const created = receiver.received.filter(({ body }) => JSON.parse(body).type === 'event_destination.created');
    expect(created).toHaveLength(2);
    expect(new Set(created.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  },
);
