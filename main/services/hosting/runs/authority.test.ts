import { describe, expect, it, vi } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveService, monthlyServer, plans } from '#e2e/support/hosting.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../../storage/database/tables.ts';
import { endSessionsOf } from '../../../storage/store/identity/sessions.ts';

const { hosting } = contract;

const live = perTest(() => createLiveService());

/** Signs the owner out everywhere when the provider is asked for an action: before or after it carries it out. */
const signOutAt = (action: string, moment: 'before' | 'after'): void => {
  const { emulator, app, owner } = live;
  const { db, clock } = app.service.context;
  const signOut = () => endSessionsOf(db.write, owner.person.id, 'revoked', clock.now());
  const handle = emulator.handle.bind(emulator);
  vi.spyOn(emulator, 'handle').mockImplementation(async (request) => {
    const isIt = new URLSearchParams(await request.clone().text()).get('action') === action;
    if (isIt && moment === 'before') await signOut();
    const answer = await handle(request);
    if (isIt && moment === 'after') await signOut();
    return answer;
  });
};

const stored = () => tablesOf(live.app.service.context.db.read).selectFrom('upgrade_runs').selectAll().execute();
const actions = async () => (await auditRows(live.app, live.owner.person.tenantId)).map(({ action }) => action);

describe('authority and the provider', () => {
  it('sends no order if its caller was signed out while the provider was asked what is pending', async () => {
    const { run_id } = await live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const { version } = await live.owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    signOutAt('check_upgrade_order', 'after');
    await failsWith(live.owner.call(hosting.orderUpgrade, { run_id, version }), 'SESSION_ENDED');
    expect(live.calls('upgrade_instance')).toBe(0);
    expect(await stored()).toMatchObject([{ id: run_id, state: 'choosing', version }]);
  });

  it.each(['before', 'after'] as const)(
    'records an order that was sent, if its caller was signed out %s the provider took it',
    async (moment) => {
      const { run_id } = await live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
      const { version } = await live.owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
      signOutAt('upgrade_instance', moment);
      await live.owner.call(hosting.orderUpgrade, { run_id, version });
      expect(await stored()).toMatchObject([{ id: run_id, state: 'awaiting_payment' }]);
      expect((await actions()).slice(-2)).toEqual(['orderUpgrade', 'advanceUpgradeRun']);
    },
  );

  it('records the test of a connection, if its caller was signed out meanwhile', async () => {
    signOutAt('get_instances', 'after');
    expect(await live.owner.call(hosting.testProviderConnection, {})).toMatchObject({ ok: true });
    expect((await actions()).at(-1)).toBe('testProviderConnection');
  });
});
