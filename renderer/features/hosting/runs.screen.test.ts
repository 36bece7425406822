import { expect } from 'vitest';
import { monthlyServer, plans } from '#e2e/support/hosting.ts';
import { lookAgain } from '#e2e/support/screens/look-again.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { nothing, openUpgrade, planName, runOf, runsOf, setAgreedTotal } from '#e2e/support/screens/upgrade-pages.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

screenTest(
  'hosting/runs/plan-step',
  ['hosting.startUpgradeRun', 'hosting.chooseUpgradePlan'],
  'starts a run with the plan that was chosen',
  async (cast) => {
    const page = await openUpgrade(cast, nothing);
    await page.press(`Choose ${await planName(cast, plans.larger)}`);
    await page.find('heading', /^Review/);
    expect(await runOf(cast)).toMatchObject({
      serviceid: monthlyServer,
      state: 'choosing',
      plan: { rid: plans.larger },
    });
  },
);

screenTest('hosting/runs/plan-step', [], 'offers no plan with a smaller disk', async (cast) => {
  const page = await openUpgrade(cast, async (caller) => {
    const { run_id } = await caller.resized(monthlyServer, plans.larger);
    await caller.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
    await caller.call(hosting.markUpgradeRunSeen, { run_id });
  });
  const smaller = `Choose ${await planName(cast, plans.next)}`;
  await page.find('button', /^Show \d plans? with a smaller disk$/);
  expect(await page.has('button', smaller)).toBe(false);
  await page.press(/^Show \d plans? with a smaller disk$/);
  await page.press(smaller);
  await page.settled();
  expect(page.sent.some(({ path }) => path === 'hosting.startUpgradeRun')).toBe(false);
});

screenTest(
  'hosting/runs/review-step',
  ['hosting.orderUpgrade'],
  'orders once, however often it is pressed after a failure',
  async (cast) => {
    const page = await openUpgrade(cast, async ({ call }) => {
      const { run_id } = await call(hosting.startUpgradeRun, { serviceid: monthlyServer });
      await call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    });
    await page.send('Place order', 'hosting.orderUpgrade');
    await page.find('heading', 'Pay the invoice');
    expect(await runsOf(cast)).toMatchObject([{ state: 'awaiting_payment', plan: { rid: plans.next } }]);
  },
);

screenTest('hosting/runs/decide-step', [], 'preselects nothing, and says that nothing is decided', async (cast) => {
  const page = await openUpgrade(cast, async ({ resized }) => void (await resized()));
  await page.see('Decide within');
  await page.see(/^Until/);
  await page.find('heading', 'Does everything work?');
  for (const choice of ['Revert to the previous size', 'Confirm and keep the new size']) {
    expect(await page.find('radio', choice)).toHaveProperty('checked', false);
  }
  await page.see('Decide within');
});

for (const [choice, decision] of [
  ['Revert to the previous size', 'revert'],
  ['Confirm and keep the new size', 'confirm'],
] as const) {
  screenTest(
    'hosting/runs/decide-step',
    ['hosting.setUpgradeDefault'],
    `decides in advance: ${decision}`,
    async (cast) => {
      const other = decision === 'revert' ? 'confirm' : 'revert';
      const page = await openUpgrade(cast, async (caller) => {
        const { run_id } = await caller.resized();
        await caller.call(hosting.setUpgradeDefault, { run_id, decision: other });
      });
      await page.press(choice);
      await page.settled();
      expect((await runOf(cast))?.default_decision).toBe(decision);
    },
  );
}

screenTest(
  'hosting/runs/invoice-step',
  ['hosting.paySandboxInvoice', 'hosting.upgradeServer'],
  'pays and starts',
  async (cast) => {
    const page = await openUpgrade(cast, ({ ordered }) => ordered());
    await page.send('Pay invoice (sandbox)', 'hosting.paySandboxInvoice');
    expect((await runOf(cast))?.invoice_paid).toBe(true);
    await page.send('Start upgrade', 'hosting.upgradeServer');
    expect((await runOf(cast))?.state).toBe('resizing');
  },
);

screenTest('hosting/runs/invoice-step', ['hosting.cancelSandboxOrder'], 'takes the order back', async (cast) => {
  const page = await openUpgrade(cast, ({ ordered }) => ordered());
  await page.send('Cancel order (sandbox)', 'hosting.cancelSandboxOrder');
  await page.see('Order canceled.');
  const { order } = await cast.read(cast.owner, hosting.checkUpgradeOrder, { serviceid: monthlyServer });
  expect(order).toBeNull();
});

screenTest(
  'hosting/runs/invoice-step',
  [],
  'says that the day on which an invoice is due has passed, but not before',
  async (cast) => {
    const page = await openUpgrade(cast, ({ ordered }) => ordered());
    await page.see('Due');
    expect(await page.shows('This day has passed')).toBe(false);
    cast.app.clock.advance(60 * 86_400_000);
    const later = await cast.open(await cast.app.login(cast.owner), `/dashboard/hosting/${monthlyServer}/upgrade`);
    await later.see('This day has passed');
  },
);

screenTest(
  'hosting/runs/planned-start',
  ['hosting.setUpgradeWindow', 'hosting.cancelUpgradeWindow'],
  'plans the start at the times that were chosen, and cancels it',
  async (cast) => {
    const { app, owner } = cast;
    const zone = { tenant_id: owner.tenantId, time_zone: 'Asia/Tokyo' };
    await app.call(contract.organization.updateTenant, zone, { token: owner.token });
    const page = await openUpgrade(cast, ({ ordered }) => ordered());
    await page.press('Plan the start');
    await page.see(/^Times are in Asia\/Tokyo/);
    expect([(await page.field('From')).value, (await page.field('Until')).value]).toEqual(['02:00', '04:00']);
    await page.fill('Until', '02:10');
    await page.press('Plan the start');
    await page.see('At least 30 minutes after the start');
    await page.fill('Until', '05:45');
    await page.send('Plan the start', 'hosting.setUpgradeWindow');
    await page.closed();
    expect((await runOf(cast))?.apply_window).toMatchObject({ from: '02:00', until: '05:45', time_zone: 'Asia/Tokyo' });
    await page.see(/^Between 02:00 and 05:45 \(Asia\/Tokyo\)/);
    await page.press('Change times');
    expect((await page.field('Until')).value).toBe('05:45');
    await page.fill('From', '03:15');
    await page.press('Plan the start');
    await page.closed();
    expect((await runOf(cast))?.apply_window).toMatchObject({ from: '03:15', until: '05:45' });
    await page.send('Cancel planned start', 'hosting.cancelUpgradeWindow');
    expect((await runOf(cast))?.apply_window).toBeNull();
  },
);

screenTest(
  'hosting/runs/planned-start',
  [],
  'keeps what was entered if someone else plans the start first, and says who did',
  async (cast) => {
    const { app, owner, member } = cast;
    const { tenantId: tenant_id, token } = owner;
    await app.call(contract.team.changeRole, { tenant_id, user_id: member.id, role: 'owner' }, { token });
    const page = await openUpgrade(cast, ({ ordered }) => ordered());
    await page.press('Plan the start');
    await page.fill('From', '03:15');
    const run_id = (await runOf(cast))?.run_id ?? '';
    const theirs = { run_id, from: '01:00', until: '04:30', accept_over_budget: true };
    await app.call(contract.hosting.setUpgradeWindow, theirs, { token: member.token });
    await lookAgain(cast, page);
    await page.see('Changed while you were editing');
    await page.see(new RegExp(`^${member.name} made this change`));
    const times = async () => [(await page.field('From')).value, (await page.field('Until')).value];
    expect(await times()).toEqual(['03:15', '04:30']);
  },
);

screenTest(
  'hosting/runs/planned-start',
  ['hosting.setUpgradeWindow'],
  'agrees to an invoice that differs from what was ordered, and says so',
  async (cast) => {
    const page = await openUpgrade(cast, async ({ ordered }) => {
      await setAgreedTotal(cast, (await ordered()).run_id, 1);
    });
    const total = (await runOf(cast))?.order?.total;
    await page.press('Plan the start');
    await page.see(new RegExp(`\\$${total}`));
    await page.send('Plan the start', 'hosting.setUpgradeWindow');
    await page.closed();
    expect(await runOf(cast)).toMatchObject({ agreed_total: total, apply_window: { from: '02:00', until: '04:00' } });
  },
);

screenTest('hosting/runs/decide-step', ['hosting.confirmUpgrade'], 'confirms, after a check', async (cast) => {
  const page = await openUpgrade(cast, ({ resized }) => resized());
  await page.press('Confirm upgrade');
  await page.press('Confirm upgrade');
  expect(page.sent.some(({ path }) => path === 'hosting.confirmUpgrade')).toBe(false);
  await page.press(/^I’ve checked/);
  await page.send('Confirm upgrade', 'hosting.confirmUpgrade');
  await page.closed();
  expect((await runOf(cast))?.state).toBe('confirmed');
});

screenTest('hosting/runs/decide-step', ['hosting.revertUpgrade'], 'reverts', async (cast) => {
  const page = await openUpgrade(cast, ({ resized }) => resized());
  await page.press('Revert');
  await page.send('Revert', 'hosting.revertUpgrade');
  await page.closed();
  expect((await runOf(cast))?.state).toMatch(/^revert/);
});

screenTest('hosting/runs/run-foot', ['hosting.checkUpgradeRun'], 'asks the provider', async (cast) => {
  const page = await openUpgrade(cast, ({ applied }) => applied());
  cast.app.clock.advance(30_000);
  await page.send('Check now', 'hosting.checkUpgradeRun');
  await page.find('heading', 'Does everything work?');
  expect((await runOf(cast))?.state).toBe('resized');
});

screenTest('hosting/runs/run-foot', ['hosting.cancelUpgradeRun'], 'cancels a run without an order', async (cast) => {
  const page = await openUpgrade(cast, ({ call }) => call(hosting.startUpgradeRun, { serviceid: monthlyServer }));
  await page.press('Actions for mail-1');
  await page.press('Cancel upgrade');
  await page.send('Cancel upgrade', 'hosting.cancelUpgradeRun');
  await page.closed();
  expect((await runOf(cast))?.state).toBe('cancelled');
});

screenTest('hosting/runs/run-foot', ['hosting.closeUpgradeRun'], 'stops tracking a run', async (cast) => {
  const page = await openUpgrade(cast, ({ ordered }) => ordered());
  await page.press('Actions for mail-1');
  await page.settled();
  const disabled = document.querySelector('[role="menuitem"][aria-disabled="true"]')?.textContent;
  expect(disabled).toMatch(/^Cancel upgrade.*The provider has an order/);
  await page.press('Stop tracking');
  await page.send('Stop tracking', 'hosting.closeUpgradeRun');
  await page.closed();
  expect((await runOf(cast))?.state).toBe('closed');
});

screenTest('hosting/runs/end-step', ['hosting.markUpgradeRunSeen'], 'notes that its end was seen', async (cast) => {
  const page = await openUpgrade(cast, async (caller) => {
    await caller.resized();
    await caller.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
  });
  await page.see(/^The provider shows the server with its new size/);
  const attention = async () => (await cast.read(cast.owner, hosting.listUpgradeRuns, { show: 'attention' })).total;
  expect(await attention()).toBe(1);
  await page.send('Done', 'hosting.markUpgradeRunSeen');
  await page.find('heading', 'Hosting');
  expect(await attention()).toBe(0);
});
