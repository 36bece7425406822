import { connections, type Measure, usualUsers, withServer } from '../bench.ts';
import { createClient } from '../clients.ts';
import type { Measured } from '../figures.ts';
import { type LoadResult, load } from '../load.ts';
import { type ServerProcess, startService } from '../processes.ts';
import { inTurn, median } from '../statistics.ts';

const until = { seconds: 2 };
const rounds = 5;

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
    about: 'nobody matches, by e-mail',
    queries: numbered('nobody%20at%20all%20').map((query) => `${query}&sort=email`),
  },
] as const;

/** The member list of a tenant of 10,000, with and without a search. */
export const listMembers: Measure = async (bench) => {
  const { dataDir, tenantId, members } = await bench.seeded(usualUsers);
  const token = members[0]?.accessToken ?? '';
  return withServer(startService(dataDir), async (service) => {
    const compare = async (
      paths: readonly string[],
      many: number,
    ): Promise<{ ours: LoadResult[]; ceiling: LoadResult[] }> => {
      const client = createClient(service.url);
      const body = await client.send('GET', paths[0] ?? '', { token });
      client.close();
      return withServer(bench.bare(body), async (bare) => {
        const ask = ({ url }: ServerProcess, at: readonly string[]) =>
          load({ url, connections: many, until, requests: at.map((path) => ({ path, token })) });
        await ask(service, paths);
        return inTurn(
          rounds,
          () => ask(service, paths),
          () => ask(bare, ['/']),
        );
      });
    };
    const list = `/api/v1/tenants/${tenantId}/users`;
    const plain = await compare([`${list}?limit=100`], connections);
    const figures: Measured[] = [
      {
        name: `Team list of ${usualUsers.toLocaleString('en-US')}, requests per second`,
        unit: 'req/s',
        value: median(plain.ours.map(({ perSecond }) => perSecond)),
        ceiling: {
          is: 'bare Fastify route, the same body',
          value: median(plain.ceiling.map(({ perSecond }) => perSecond)),
        },
        bound: { of: 'ratio', is: 'at least', limit: 0.25 },
      },
    ];
    for (const { about, queries } of searches) {
      const { ours, ceiling } = await compare(
        queries.map((query) => `${list}?limit=100&${query}`),
        1,
      );
      figures.push({
        name: `Team list with a search (${about}), p50`,
        unit: 'ms',
        value: median(ours.map(({ p50 }) => p50)),
        ceiling: { is: 'bare Fastify route, the same body', value: median(ceiling.map(({ p50 }) => p50)) },
        bound: { of: 'value', is: 'at most', limit: 10 },
      });
    }
    return figures;
  });
};
