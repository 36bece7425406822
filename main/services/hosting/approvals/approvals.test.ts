import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { hostingCaller, liveSettings, managedServer, monthlyServer, plans } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { approvalMs } from '#shared/flows/approval.ts';
import { tablesOf } from '../../../storage/database/tables.ts';

const { hosting, team } = contract;

const live = perTest(() => createLiveUpgrade());
const other = perTest(async () => {
  const { app } = live;
  return hostingCaller(app, await app.join(live.owner.person, 'owner', 'second@example.com'), live.pay);
});

const setLimit = (approval_limit: string | null, by = live.call) =>
  by(hosting.updateProviderSettings, { mode: liveSettings.mode, approval_limit });
/** The other owner agrees to the only request. */
const agree = async (by = other.call) => {
  const { approvals } = await live.call(hosting.listApprovals, {});
  return by(hosting.approveChange, { approval_id: approvals[0]?.approval_id ?? '' });
};
const mails = async () => {
  const { db } = live.app.service.context;
  return tablesOf(db.read).selectFrom('mails').selectAll().where('kind', '=', 'approval_requested').execute();
};

it('a request can be read until it expires', async () => {
  await other.call(hosting.listApprovals, {});
  await setLimit('1.00');
  const asked = await live.call(hosting.requestApproval, { kind: 'limit', approval_limit: null });
  const { approval_id } = asked;
  expect(await live.call(hosting.getApproval, { approval_id })).toEqual(asked);
  live.app.clock.advance(approvalMs);
  await live.signInAgain();
  await failsWith(live.call(hosting.getApproval, { approval_id }), 'NOT_FOUND');
});

/** Every change that costs money: how it is asked about and made, and the call of the provider that it ends in. */
const changes = [
  {
    name: 'an order',
    action: 'upgrade_instance',
    asked: { kind: 'upgrade', serviceid: monthlyServer } as const,
    prepare: async () => void (await live.chosen()),
    make: async (by = live.call) => {
      const run = (await by(hosting.listUpgradeRuns, { limit: 1 })).runs[0];
      return by(hosting.orderUpgrade, { run_id: run?.run_id ?? '', version: run?.version ?? 0 });
    },
  },
  {
    name: 'a longer billing cycle',
    action: 'change_billing_cycle',
    asked: { kind: 'billing_cycle', serviceid: monthlyServer, billingcycle: 'quarterly' } as const,
    prepare: async () => {},
    make: (by = live.call) => by(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'quarterly' }),
  },
  {
    name: 'a switch to managed',
    action: 'upgrade_to_managed',
    asked: { kind: 'service_level', serviceid: monthlyServer, managed: true } as const,
    prepare: async () => {},
    make: (by = live.call) => by(hosting.upgradeToManaged, { serviceid: monthlyServer }),
  },
  {
    name: 'a start by window',
    action: 'upgrade_server',
    asked: { kind: 'upgrade', serviceid: monthlyServer } as const,
    prepare: async () => void (await live.order(await live.chosen())),
    make: async (by = live.call) => {
      const run = (await by(hosting.listUpgradeRuns, { limit: 1 })).runs[0];
      return by(hosting.setUpgradeWindow, { run_id: run?.run_id ?? '', from: '02:00', until: '04:00' });
    },
  },
  {
    name: 'a start by hand',
    action: 'upgrade_server',
    asked: { kind: 'upgrade', serviceid: monthlyServer } as const,
    prepare: async () => {
      await live.order(await live.chosen());
      live.payAll();
    },
    make: (by = live.call) => by(hosting.upgradeServer, { serviceid: monthlyServer }),
  },
] as const;

describe.each(changes)('above the limit, $name', ({ action, asked, prepare, make }) => {
  it('waits for another owner than the one who makes it, and calls no provider before', async () => {
    await prepare();
    await setLimit('1.00');
    const before = live.calls(action);
    const refused = await failsWith(make(), 'STATE_CONFLICT');
    expect(refused).toMatchObject({ reason: 'approval_needed', params: { limit: '1.00' } });
    const request = await live.call(hosting.requestApproval, asked);
    expect(request).toMatchObject({ amount: refused.params?.amount, is_own: true, approved_by: null });
    expect((await failsWith(make(), 'STATE_CONFLICT')).reason).toBe('approval_needed');
    const own = live.call(hosting.approveChange, { approval_id: request.approval_id });
    expect((await failsWith(own, 'STATE_CONFLICT')).reason).toBe('own_request');
    expect((await agree()).approved_by).toBe(other.person.name);
    // Whoever agreed can't make it either.
    expect((await failsWith(make(other.call), 'STATE_CONFLICT')).reason).toBe('approval_needed');
    expect(live.calls(action)).toBe(before);
    await make();
  });

  it('is made without anyone up to the limit', async () => {
    await prepare();
    await setLimit('500.00');
    expect((await failsWith(live.call(hosting.requestApproval, asked), 'STATE_CONFLICT')).reason).toBe(
      'approval_not_needed',
    );
    await make();
  });

  it('can’t be made once the agreement has expired, was taken back, or its owner may not act or is none anymore', async () => {
    const { app } = live;
    await prepare();
    await setLimit('1.00');
    const at = { tenant_id: other.person.tenantId, user_id: other.person.id };
    const endings = [
      async () => app.clock.advance(approvalMs),
      async () => {
        const { approvals } = await live.call(hosting.listApprovals, {});
        return other.call(hosting.removeApproval, { approval_id: approvals[0]?.approval_id ?? '' });
      },
      // It counts again once they may act, until someone takes it back.
      async () => live.call(team.disableMember, at),
      async () => live.call(team.changeRole, { ...at, role: 'admin' }),
    ];
    for (const end of endings) {
      await live.signInAgain();
      Object.assign(other, hostingCaller(app, await app.login(other.person), live.pay));
      await live.call(hosting.requestApproval, asked);
      await agree();
      await end();
      await live.signInAgain();
      expect((await failsWith(make(), 'STATE_CONFLICT')).reason).toBe('approval_needed');
      if (end === endings[2]) {
        await live.call(team.enableMember, at);
        const { approvals } = await live.call(hosting.listApprovals, {});
        await live.call(hosting.removeApproval, { approval_id: approvals[0]?.approval_id ?? '' });
      }
    }
    // What they agreed to waits for someone else.
    expect((await live.call(hosting.listApprovals, {})).approvals).toMatchObject([{ approved_by: null }]);
  });
});

describe('an agreement', () => {
  it('is to one change of a billing cycle or service level', async () => {
    await setLimit('1.00');
    await live.call(hosting.requestApproval, { kind: 'service_level', serviceid: monthlyServer, managed: true });
    await agree();
    const unlike = live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'quarterly' });
    expect((await failsWith(unlike, 'STATE_CONFLICT')).reason).toBe('approval_needed');
    await live.call(hosting.upgradeToManaged, { serviceid: monthlyServer });
    expect((await live.call(hosting.listApprovals, {})).approvals).toEqual([]);
  });

  it('is to an amount: a dearer plan needs another one', async () => {
    const { run_id } = await live.chosen(plans.next);
    await setLimit('1.00');
    await live.call(hosting.requestApproval, { kind: 'upgrade', serviceid: monthlyServer });
    await agree();
    const dearer = await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
    expect((await failsWith(live.order(dearer), 'STATE_CONFLICT')).reason).toBe('approval_needed');
    const cheaper = await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    expect((await live.order(cheaper)).state).toBe('awaiting_payment');
  });

  it('is needed for an amount that no one knows', async () => {
    await setLimit('900.00');
    live.interfere('get_price_list', async (real) => {
      const { success } = (await (await real()).json()) as { success: object[] };
      return { success: success.map((plan) => ({ ...plan, current: 0 })) };
    });
    const change = () => live.call(hosting.upgradeToManaged, { serviceid: monthlyServer, accept_over_budget: true });
    expect((await failsWith(change(), 'STATE_CONFLICT')).reason).toBe('approval_unknown');
    const asked = { kind: 'service_level', serviceid: monthlyServer, managed: true } as const;
    expect(await live.call(hosting.requestApproval, asked)).toMatchObject({ amount: null });
    await agree();
    expect((await change()).state).toBe('changed');
  });

  it('isn’t needed for what costs less', async () => {
    await live.call(hosting.updateServer, { serviceid: managedServer, managed: true });
    await setLimit('0.00');
    const run = await live.call(hosting.downgradeToUnmanaged, { serviceid: managedServer });
    expect(run.state).toBe('changed');
  });

  it('is asked for by one email to each other owner, with the amount and a link', async () => {
    await live.chosen();
    await setLimit('1.00');
    const asked = { kind: 'upgrade', serviceid: monthlyServer } as const;
    const { amount, approval_id } = await live.call(hosting.requestApproval, asked);
    expect(await live.call(hosting.requestApproval, asked)).toMatchObject({ approval_id });
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual([other.person.email]);
    const [mail] = sent;
    if (!mail) throw new Error('No email');
    const { text } = live.app.service.context.outbox.render(mail, undefined);
    expect(text).toContain(`It costs $${amount}.`);
    expect(text).toMatch(/Open the request: http\S+\/dashboard\/hosting\b/);
    expect(text).toContain(`By: ${live.owner.person.name}`);
  });

  it('can’t be given by the only owner, who is told so when they set the limit', async () => {
    await live.chosen();
    const { tenantId: tenant_id, id: user_id } = other.person;
    await live.call(team.removeMember, { tenant_id, user_id });
    expect(await setLimit('1.00')).toMatchObject({ has_other_owner: false });
    const asked = live.call(hosting.requestApproval, { kind: 'upgrade', serviceid: monthlyServer });
    expect((await failsWith(asked, 'STATE_CONFLICT')).reason).toBe('no_other_owner');
    // They can still give the limit up.
    expect(await setLimit(null)).toMatchObject({ approval_limit: null });
  });
});

describe('the limit', () => {
  it('is lowered by one owner, and raised or removed by two', async () => {
    expect(await setLimit('50.00')).toMatchObject({ approval_limit: '50.00', has_other_owner: true });
    expect(await setLimit('40.00')).toMatchObject({ approval_limit: '40.00' });
    for (const [limit, stored] of [
      ['45.00', '45.00'],
      [null, null],
    ] as const) {
      expect(await failsWith(setLimit(limit), 'STATE_CONFLICT')).toMatchObject({ reason: 'approval_limit_kept' });
      await live.call(hosting.requestApproval, { kind: 'limit', approval_limit: limit });
      await agree();
      expect((await failsWith(setLimit('49.00'), 'STATE_CONFLICT')).reason).toBe('approval_limit_kept');
      expect(await setLimit(limit)).toMatchObject({ approval_limit: stored });
    }
  });
});
