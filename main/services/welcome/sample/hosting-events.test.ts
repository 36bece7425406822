import { describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const { hosting, welcome } = contract;

const app = perTest(() => createTestService());

const made = async () => {
  const { access_token } = await app.call(welcome.createSampleTenant, {});
  return { by: { token: access_token } };
};

describe('the hosting of the sample', () => {
  it('has half a year of estimates and invoices, reconciled month by month', async () => {
    const { by } = await made();
    const { months, monthly_cost } = await app.call(hosting.getCostHistory, { months: 12 }, by);
    expect(months.length).toBeGreaterThanOrEqual(6);
    expect(monthly_cost).toBe('75.17');
    for (const { month, invoiced, estimated, is_final } of months.slice(1, -1)) {
      expect(is_final, month).toBe(true);
      expect(Number(invoiced), month).toBeGreaterThan(20);
      expect(Number(estimated), month).toBeGreaterThan(20);
    }
    const { runs } = await app.call(hosting.listUpgradeRuns, {}, by);
    expect(runs.map(({ state }) => state)).toEqual(['confirmed', 'cancelled', 'changed']);
    expect(runs.every(({ needs_attention }) => !needs_attention)).toBe(true);
  });

  it('is what the sandbox lists, so a sync changes nothing', async () => {
    const { by } = await made();
    const costs = async () => {
      const { servers } = await app.call(hosting.listServers, {}, by);
      return servers.map(({ serviceid, approximate_cost, sizes, billingcycle }) => ({
        serviceid,
        approximate_cost,
        sizes,
        billingcycle,
      }));
    };
    const before = await costs();
    expect(before).toHaveLength(3);
    expect(await app.call(hosting.syncServers, {}, by)).toMatchObject({ added: 0, gone: 0 });
    expect(await costs()).toEqual(before);
  });
});
