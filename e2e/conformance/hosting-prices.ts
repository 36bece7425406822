import type { Fields } from './client.ts';
import { type FieldTypes, seeField, typeText } from './fields.ts';
import { cycles, onServer, type Sandbox } from './sandbox.ts';
import { notTried, type Statement } from './statement.ts';
import { same, see } from './verdict.ts';

const optionFields: FieldTypes = {
  id: 'integer',
  rid: 'integer',
  name: 'string',
  ram: 'string or null',
  cpu: 'string or null',
  disk: 'string or null',
  bandwidth: 'string or null',
  mysort: 'integer',
  percent: 'integer',
  ...Object.fromEntries(cycles.map((name) => [name, 'decimal or null'] as const)),
};

const options = async ({ get }: Sandbox, query = ''): Promise<Fields[]> =>
  (await get(`/price-list${query}`)).price_options as Fields[];

/** Prices of seed 001, as the platform's own interface shows them on the sandbox. */
export const hostingPrices: readonly Statement[] = [
  {
    section: '001 §1',
    text: 'default plan is unmanaged with 1 CPU, 2 GB RAM, 50 GB disk and 2 TB at 9.99 per month',
    check: onServer(0, async (sandbox) => {
      const found = (await options(sandbox, '?managed=0')).find(({ monthly }) => monthly === '9.99');
      see(found !== undefined, 'no plan at 9.99');
      const { cpu, ram_mb, disk_gb, bandwidth_gb } = found.sizes as Fields;
      same([cpu, ram_mb, disk_gb, bandwidth_gb].join(), '1,2048,50,2048', 'the size in CPU, MB, GB and GB');
    }),
  },
  {
    section: '001 §1',
    text: 'a dedicated IP costs 4.99 per month',
    check: onServer(0, async ({ post }) => {
      same((await post('/ip-addresses', { address: '203.0.113.77' })).approximate_cost, '4.99', 'approximate_cost');
    }),
  },
  ...Object.entries(optionFields).map(
    ([field, type]): Statement => ({
      section: '001 §2 price option',
      text: `get_price_list: ${field} (${typeText(type)})`,
      check: onServer(0, async (sandbox) => {
        const found = await options(sandbox);
        see(found.length > 0, 'no options');
        for (const option of found) seeField(option, field, type);
      }),
    }),
  ),
  {
    section: '001 §4 rule 1',
    text: 'get_price_list returns fixed plans and custom plans',
    check: onServer(0, async (sandbox) => {
      const found = await options(sandbox);
      const custom = found.filter(({ components }) => (components as unknown[]).length > 0);
      see(custom.length > 0 && custom.length < found.length, `${custom.length} of ${found.length} are custom`);
    }),
  },
  ...['without', 'with'].map(
    (how): Statement => ({
      section: '001 §4 rule 2',
      text: `get_billingcycle_prices ${how} serviceid answers prices per cycle`,
      check: onServer(0, async ({ get }, serviceid) => {
        const { prices } = await get(`/billingcycle-prices${how === 'with' ? `?serviceid=${serviceid}` : ''}`);
        see((prices as Fields[]).length > 0, 'no prices');
        for (const entry of prices as Fields[]) seeField(entry, 'billingcycle', ['hourly', ...cycles]);
      }),
    }),
  ),
  notTried('001 §2 price option', 'promo, mtotal, cycles, firsts, resource', 'meaning: not shown'),
  notTried('001 §4', 'names and encoding of the parameters sent to the provider', 'how an action is sent: not shown'),
  notTried('001 §7', 'failures arrive with HTTP 200 and result error', 'needs a provider that fails'),
];
