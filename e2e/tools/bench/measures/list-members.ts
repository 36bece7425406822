import { connections, type Measure, usualUsers, withRunningService } from '../bench.ts';
import { besideBareRoute } from '../beside-bare-route.ts';
import type { Measured } from '../figures.ts';
import { startService } from '../processes.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((first) => letters.map((second) => `q=${first}${second}`));
const numbered = (text: string): string[] => Array.from({ length: 2_000 }, (_, n) => `q=${text}${n}`);

/** Searches with a sort order. There are more queries than the cache holds, so every one is a new search. */
const searches = [
  {
    about: 'any two letters, by last sign-in',
    queries: ['', '&role=member', '&status=active'].flatMap((more) =>
      pairs.map((pair) => `${pair}${more}&sort=last_login&order=desc`),
    ),
  },
  { about: 'a few match, by name', queries: numbered('person.').map((query) => `${query}&sort=name`) },
  {
    about: 'no one matches, by email',
    queries: numbered('nobody%20at%20all%20').map((query) => `${query}&sort=email`),
  },
] as const;

/** The member list of a tenant of 10,000, with and without a search. */
export const listMembers: Measure = async (bench) => {
  const { dataDir, tenantId, members } = await bench.seeded(usualUsers);
  const token = members[0]?.accessToken ?? '';
  const list = `/api/v1/tenants/${tenantId}/users?limit=100`;
  const is = 'bare Fastify route, the same body';
  return withRunningService(startService(dataDir), async (service) => {
    const compare = (paths: readonly string[], many: number) =>
      besideBareRoute(bench, service, {
        requests: paths.map((path) => ({ path, token })),
        connections: many,
        until: { seconds: 2 },
      });
    const plain = await compare([list], connections);
    const figures: Measured[] = [
      {
        name: `Team list of ${usualUsers.toLocaleString('en-US')}, requests per second`,
        unit: 'req/s',
        values: plain.ours.perSecond,
        ceiling: { is, values: plain.ceiling.perSecond },
        bound: { of: 'ratio', is: 'at least', limit: 0.25 },
      },
    ];
    for (const { about, queries } of searches) {
      const { ours, ceiling } = await compare(
        queries.map((query) => `${list}&${query}`),
        1,
      );
      figures.push({
        name: `Team list with a search (${about}), p50`,
        unit: 'ms',
        values: ours.p50,
        ceiling: { is, values: ceiling.p50 },
        bound: { of: 'value', is: 'at most', limit: 10 },
      });
    }
    return figures;
  });
};
