import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { hostingCaller, liveSettings, monthlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { hour, minute } from '#shared/rules/limits.ts';

const { hosting, team } = contract;

const live = perTest(() => createLiveUpgrade());
const other = perTest(async () =>
  hostingCaller(live.app, await live.app.join(live.owner.person, 'owner', 'second@example.com'), live.pay),
);

const setLimit = () => live.call(hosting.updateProviderSettings, { mode: liveSettings.mode, approval_limit: '1.00' });
const agreed = async () => {
  const asked = { kind: 'upgrade', serviceid: monthlyServer } as const;
  const { approval_id } = await live.call(hosting.requestApproval, asked);
  await other.call(hosting.approveChange, { approval_id });
};

describe('above the limit', () => {
  it('nothing starts in its window once the owner who agreed is gone', async () => {
    const run = await live.owner.paid();
    await setLimit();
    await agreed();
    const from = live.app.clock.now() + hour;
    const time = (at: number) => new Date(at).toISOString().slice(11, 16);
    const window = { from: time(from), until: time(from + 2 * hour), time_zone: 'Etc/UTC' };
    await live.call(hosting.setUpgradeWindow, { run_id: run.run_id, ...window });
    const { tenantId: tenant_id, id: user_id } = other.person;
    await live.call(team.removeMember, { tenant_id, user_id });
    live.app.clock.advance(hour + minute);
    await live.advance();
    expect(live.calls('upgrade_server')).toBe(0);
    const rows = await auditRows(live.app, tenant_id);
    expect(rows.filter(({ details }) => details?.includes('window_unapproved'))).toHaveLength(1);
  });

  it('an order of a queue stops it, and says at which server', async () => {
    await live.chosen();
    await setLimit();
    const { run_id, version } = (await live.call(hosting.listUpgradeRuns, {})).runs[0] ?? { run_id: '', version: 0 };
    await live.call(hosting.createUpgradeQueue, { runs: [{ run_id, version }] });
    await live.advance();
    expect(live.calls('upgrade_instance')).toBe(0);
    const { queues } = await live.call(hosting.listUpgradeQueues, {});
    expect(queues[0]).toMatchObject({ state: 'stopped', problem: { run_id, reason: 'approval_needed' } });
  });

  it('an order that only a report tells of isn’t started, as no one knows what it costs', async () => {
    await live.owner.call(hosting.closeUpgradeRun, { run_id: (await live.owner.paid()).run_id, understood: true });
    await setLimit();
    live.interfere('check_upgrade_order', () => [{ result: 'error', message: 'Zero upgrade requests outstanding' }]);
    const next = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    expect((await failsWith(live.report(next, 'paid'), 'STATE_CONFLICT')).reason).toBe('approval_unknown');
    expect(live.calls('upgrade_server')).toBe(0);
    await agreed();
    expect((await live.report(next, 'paid')).state).toBe('resizing');
  });
});
