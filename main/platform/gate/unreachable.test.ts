import { describe, expect, it } from 'vitest';
import { createApplicationService, refusedFields } from '#e2e/support/application-service.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { liveSettings } from '#e2e/support/hosting.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';

const app = perFile(createApplicationService);
const { events, hosting } = contract;
const by = () => ({ token: app.first.token });
const at = () => ({ tenant_id: app.first.tenantId });

const add = (url: string, allow_private_addresses: boolean) =>
  app.call(events.createEventDestination, { ...at(), kind: 'webhook', name: 'CI', url, allow_private_addresses }, by());

type Reason = 'private_address' | 'blocked_address' | 'https_url' | undefined;
/** URLs, with why they are refused: without private addresses, and with them. */
const urls: [string, Reason, Reason][] = [
  ['https://hooks.example.com/a', undefined, undefined],
  ['https://8.8.8.8/', undefined, undefined],
  ['https://10.0.0.1/', 'private_address', undefined],
  ['https://[::1]/', 'private_address', undefined],
  ['https://[::ffff:127.0.0.1]/', 'private_address', undefined],
  ['https://2130706433/', 'private_address', undefined],
  ['https://localhost/', 'private_address', undefined],
  ['https://169.254.169.254/latest', 'blocked_address', 'blocked_address'],
  ['https://0.0.0.0/', 'blocked_address', 'blocked_address'],
];
/** What the other two don't take at all. */
const ofDestinations: typeof urls = [
  ['http://hooks.example.com/a', 'https_url', undefined],
  ['http://8.8.8.8/', 'https_url', 'https_url'],
  ['http://10.0.0.1/', 'private_address', undefined],
  ['https://name:secret@hooks.example.com/', 'https_url', 'https_url'],
];

/** Expects the refusals of a field, without private addresses and with them. */
const expectReasons = async (
  field: string,
  reasons: readonly Reason[],
  enter: (allowPrivate: boolean) => Promise<unknown>,
): Promise<void> => {
  const seen = [await refusedFields(enter(false)), await refusedFields(enter(true))];
  expect(seen).toEqual(reasons.map((reason) => reason && [`${field}: ${reason}`]));
};

describe('an address that no request would reach is refused as it is entered', () => {
  it.each([...urls, ...ofDestinations])('for a destination of events: %s', (url, ...reasons) =>
    expectReasons('url', reasons, async (allow) => {
      const { destination_id } = await add(url, allow);
      await app.call(events.deleteEventDestination, { ...at(), destination_id }, by());
    }),
  );

  it.each(urls)('for the provider: %s', (base_url, ...reasons) =>
    expectReasons('base_url', reasons, (allow_private_addresses) => {
      const settings = { ...liveSettings, key: 'secret-key-9876', base_url, allow_private_addresses };
      return app.call(hosting.updateProviderSettings, settings, by());
    }),
  );

  it.each(urls)('for the notices to an application: %s', (backchannel_logout_uri, ...reasons) =>
    expectReasons('backchannel_logout_uri', reasons, (allow_private_addresses) =>
      app.create({ backchannel_logout_uri, allow_private_addresses }),
    ),
  );

  it('as a destination is changed, but not with something else of it', async () => {
    const { destination_id } = await add('https://10.0.0.1/', true);
    const change = (fields: object) =>
      app.call(events.updateEventDestination, { ...at(), destination_id, ...fields }, by());
    for (const fields of [{ allow_private_addresses: false }, { url: 'https://169.254.169.254/' }]) {
      await failsWith(change(fields), 'VALIDATION_FAILED');
    }
    expect(await change({ name: 'Renamed' })).toMatchObject({ name: 'Renamed', allow_private_addresses: true });
  });

  it('as an application is changed, but not with something else of it', async () => {
    const told = { backchannel_logout_uri: 'https://10.0.0.1/', allow_private_addresses: true };
    const made = await app.create(told);
    expect(await refusedFields(app.update(made, { allow_private_addresses: false }))).toEqual([
      'backchannel_logout_uri: private_address',
    ]);
    expect(await app.update(made, { name: 'Renamed' })).toMatchObject({ ...told, name: 'Renamed' });
  });
});
