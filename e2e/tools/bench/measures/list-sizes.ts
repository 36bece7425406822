import { connections, type Measure, withRunningService } from '../bench.ts';
import type { Measured } from '../figures.ts';
import { load } from '../load.ts';
import { startService } from '../processes.ts';
import { untilQuiet } from '../quiet.ts';

const sizes = [100, 1_000, 10_000, 100_000] as const;
const until = { seconds: 2 };
const rounds = 5;

/** The plain member list in tenants of increasing size: the time per page must not grow with them. */
export const listSizes: Measure = async (bench) => {
  const perSecond = async (users: number): Promise<number[]> => {
    const { dataDir, tenantId, members } = await bench.seeded(users);
    const requests = [{ path: `/api/v1/tenants/${tenantId}/users?limit=100`, token: members[0]?.accessToken ?? '' }];
    return withRunningService(startService(dataDir), async ({ url }) => {
      const samples: number[] = [];
      await load({ url, connections, until, requests });
      for (let round = 0; round < rounds; round += 1) {
        await untilQuiet();
        samples.push((await load({ url, connections, until, requests })).perSecond);
      }
      return samples;
    });
  };
  const smallest = await perSecond(sizes[0]);
  const figures: Measured[] = [];
  for (const users of sizes.slice(1)) {
    figures.push({
      name: `Team list of ${users.toLocaleString('en-US')}, requests per second`,
      unit: 'req/s',
      values: await perSecond(users),
      ceiling: { is: `the same list in an organization of ${sizes[0]}`, values: smallest },
      bound: { of: 'ratio', is: 'at least', limit: 0.8 },
    });
  }
  return figures;
};
