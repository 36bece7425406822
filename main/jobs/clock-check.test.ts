import { expect, it, vi } from 'vitest';
import { seedApiKey } from '#e2e/support/api-keys.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { seedServiceAccount } from '#e2e/support/service-accounts.ts';
import { invite } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, minute } from '#shared/rules/limits.ts';
import { systemClock, toIso } from '../platform/clock.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { checkClock as doctorsCheck } from '../service-commands/doctor/clock.ts';
import { databasePlace } from '../storage/database/database-place.ts';
import { checkClock } from './clock-check.ts';
import { purge } from './purge.ts';

const app = perTest(() => createTestService());

it('tells a clock that is behind the newest sign-in, but not one that is a minute off', async () => {
  const { context } = app.service;
  const warn = vi.spyOn(context.log, 'warn').mockReturnValue(undefined);
  await checkClock(context);
  const owner = await app.owner();
  await app.login(owner);
  const latest = app.clock.now();
  app.clock.advance(-minute);
  await checkClock(context);
  expect(warn).not.toHaveBeenCalled();
  app.clock.advance(-hour);
  await checkClock(context);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ clock: toIso(latest - hour - minute), latest_sign_in: toIso(latest), sessions: 2 }),
    message,
  );
});

const message =
  'the clock is behind the database: set it right; if it was ahead before, send the links and invitations again, and replace the API keys';

it('counts what was begun while the clock was ahead, as doctor does, until it is gone', async () => {
  const { context } = app.service;
  const warn = vi.spyOn(context.log, 'warn').mockReturnValue(undefined);
  const place = databasePlace(dataFolder(app.dataDir), context.config.databaseServer);
  const diagnose = () => doctorsCheck(dataFolder(app.dataDir), place, app.clock.now());
  app.clock.set(systemClock.now() + minute);
  const owner = await app.owner();
  app.clock.jump(365 * day);
  const later = await app.login(owner);
  const { invitation_id } = await invite(app, later, 'ann@example.com');
  const { id } = await seedApiKey(context, context.db.write, owner.id);
  const service = await seedServiceAccount(context, context.db.write, {
    tenantId: owner.tenantId,
    createdBy: owner.id,
  });
  app.clock.jump(-365 * day);
  const { token } = await app.login(owner);
  await checkClock(context);
  const counts = { sessions: 1, links: 1, invitations: 1, api_keys: 2 };
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(counts), message);
  await expect(diagnose()).rejects.toThrow(
    'the database has 1 session, 1 link, 1 invitation, 2 API keys from after that. Set the clock right, if it is wrong now; if not, send the links and invitations again, and replace the API keys',
  );

  await purge(context);
  await app.call(contract.team.revokeInvitation, { tenant_id: owner.tenantId, invitation_id }, { token });
  await app.call(contract.security.revokeApiKey, { key_id: id }, { token });
  await app.call(
    contract.serviceAccounts.deleteServiceAccount,
    { tenant_id: owner.tenantId, account_id: service.id },
    { token },
  );
  await checkClock(context);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(await diagnose()).toBe(toIso(app.clock.now()));
});

it('is done by the service as it starts', async () => {
  const owner = await app.owner();
  await app.login(owner);
  app.clock.advance(-hour);
  await app.restart();
  const warn = vi.spyOn(app.service.context.log, 'warn').mockReturnValue(undefined);
  await app.service.start();
  await expect.poll(() => warn.mock.calls.map(([, text]) => text)).toContain(message);
});
