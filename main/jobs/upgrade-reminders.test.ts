import { describe, expect, it, vi } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { monthlyServer, plans, sandboxOwner, yearlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { sendUpgradeReminders } from './upgrade-reminders.ts';

const { hosting, profile } = contract;

const live = perTest(() => createLiveUpgrade());

const remind = () => sendUpgradeReminders(live.app.service.context);
/** The reasons of the emails so far, with their recipients. */
const mailed = async (): Promise<string[]> => {
  const mails = await tablesOf(live.app.service.context.db.read)
    .selectFrom('mails')
    .select(['recipient', 'params'])
    .where('kind', '=', 'upgrade_reminder')
    .orderBy('created_at')
    .execute();
  return mails.map(({ recipient, params }) => {
    expect(recipient).toBe(live.owner.person.email);
    return (JSON.parse(params) as { reason: string }).reason;
  });
};
/** Days until the invoice is due, from now. */
const untilDue = (duedate: string | null | undefined): number => Date.parse(duedate ?? '') - live.app.clock.now();

describe('reminders of upgrades', () => {
  it('come once when the invoice is due, and once when it is overdue', async () => {
    const { order } = await live.order(await live.chosen());
    await remind();
    const early = untilDue(order?.duedate) > 3 * day ? [] : ['invoice_due'];
    expect(await mailed()).toEqual(early);
    live.app.clock.advance(untilDue(order?.duedate) - day);
    await remind();
    await remind();
    expect(await mailed()).toEqual(['invoice_due']);
    live.app.clock.advance(3 * day);
    await remind();
    expect(await mailed()).toEqual(['invoice_due', 'invoice_overdue']);
    await live.signInAgain();
    const { events } = await live.call(contract.audit.listAuditEvents, {
      tenant_id: live.owner.person.tenantId,
      action: 'remindOfUpgrade',
    });
    expect(events.map(({ details }) => details.reason)).toEqual(['invoice_overdue', 'invoice_due']);
  });

  it('don’t come for an invoice that is paid', async () => {
    const owner = await sandboxOwner(live.app);
    const [paid, open] = [await owner.paid(monthlyServer), await owner.ordered(yearlyServer, plans.largest)];
    live.app.clock.advance(untilDue(open.order?.duedate) + 2 * day);
    expect(untilDue(paid.order?.duedate)).toBeLessThan(-day);
    await remind();
    const rows = (await auditRows(live.app, owner.person.tenantId)).filter(
      ({ action }) => action === 'remindOfUpgrade',
    );
    expect(rows.map(({ target_id, details }) => [target_id, JSON.parse(details ?? '').reason])).toEqual([
      [expect.stringContaining(yearlyServer), 'invoice_overdue'],
    ]);
  });

  it('come once, also if two instances send them at the same time', async () => {
    await live.owner.resized();
    await Promise.all([remind(), remind()]);
    expect(await mailed()).toEqual(['resized']);
  });

  it('come when the server was resized, and before the default applies', async () => {
    const run = await live.owner.resized();
    await live.call(hosting.setUpgradeDefault, { run_id: run.run_id, decision: 'revert' });
    await remind();
    live.app.clock.advance(Date.parse(run.decide_at ?? '') - live.app.clock.now() - 2 * hour);
    await remind();
    await remind();
    expect(await mailed()).toEqual(['resized', 'decision_soon']);
  });

  it('come every day if no one chose a default, with the deadline in the time zone of each owner', async () => {
    await live.call(profile.updateMe, { preferences: { timezone: 'Asia/Tokyo' } });
    const run = await live.owner.resized();
    live.app.clock.advance(Date.parse(run.decide_at ?? '') - live.app.clock.now() - 2 * hour);
    for (const _ of [1, 2, 3]) {
      await remind();
      await remind();
      live.app.clock.advance(day);
    }
    expect(await mailed()).toEqual(['undecided', 'undecided', 'undecided']);
    const { params } = await tablesOf(live.app.service.context.db.read)
      .selectFrom('mails')
      .select('params')
      .where('kind', '=', 'upgrade_reminder')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(params)).toMatchObject({ deadline: run.decide_at, time_zone: 'Asia/Tokyo' });
  });

  it('come when a run makes no progress for an hour', async () => {
    const run = await live.order(await live.chosen());
    live.emulator.fail('html_before', { action: 'get_instance', times: 1_000 });
    await live.check(run);
    await remind();
    expect(await mailed()).toEqual([]);
    live.app.clock.advance(hour);
    await live.signInAgain();
    await live.check(run);
    await remind();
    expect(await mailed()).toEqual(['stuck']);
  });

  it('come at once when a request that was answered before was not carried out', async () => {
    const run = await live.chosen();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const asked = vi.fn<() => void>();
    live.interfere('check_upgrade_order', () => {
      asked();
      return promise;
    });
    live.interfere('get_price_list', async (real) => {
      const { success } = (await (await real()).json()) as { success: object[] };
      return { success: success.slice(0, 1) };
    });
    const ordering = live.order(run);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    live.giveUp();
    await ordering;
    await remind();
    expect(await mailed()).toEqual([]);
    resolve(undefined);
    await live.app.service.context.inFlight.drain();
    await remind();
    await remind();
    expect(await mailed()).toEqual(['not_done']);
  });

  it('do not come without billing alerts, or after the run has ended', async () => {
    await live.call(profile.updateMe, { preferences: { billing_alerts: false } });
    const run = await live.owner.resized();
    await remind();
    expect(await mailed()).toEqual([]);
    await live.call(profile.updateMe, { preferences: { billing_alerts: true } });
    await live.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    await remind();
    expect(await mailed()).toEqual([]);
  });
});
