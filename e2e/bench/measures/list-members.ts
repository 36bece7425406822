import { connections, type Measure, usualUsers, withServer } from '../bench.ts';
import { createClient } from '../clients.ts';
import type { Measured } from '../figures.ts';
import { type LoadResult, load } from '../load.ts';
import { type ServerProcess, startService } from '../processes.ts';
import { inTurn, median } from '../statistics.ts';

const until = { seconds: 2 };
const rounds = 5;

/** Searches with a sort, from one that many match to one that few do. */
const searches = [
  { about: 'many match, by last sign-in', query: 'q=a&sort=last_login&order=desc' },
  { about: 'one in a hundred matches, by name', query: 'q=ada%20costa&sort=name' },
  { about: 'nobody matches, by e-mail', query: 'q=nobody%20at%20all&sort=email' },
] as const;

/** The team list of a tenant of 10,000, plain and with a search. */
export const listMembers: Measure = async (bench) => {
  const { dataDir, tenantId, members } = await bench.seeded(usualUsers);
  const token = members[0]?.accessToken ?? '';
  return withServer(startService(dataDir), async (service) => {
    const compare = async (path: string, many: number): Promise<{ ours: LoadResult[]; ceiling: LoadResult[] }> => {
      const client = createClient(service.url);
      const body = await client.send('GET', path, { token });
      client.close();
      return withServer(bench.bare(body), async (bare) => {
        const ask = ({ url }: ServerProcess, at: string) =>
          load({ url, connections: many, until, requests: [{ path: at, token }] });
        await ask(service, path);
        return inTurn(
          rounds,
          () => ask(service, path),
          () => ask(bare, '/'),
        );
      });
    };
    const list = `/api/v1/tenants/${tenantId}/users`;
    const plain = await compare(`${list}?limit=100`, connections);
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
    for (const { about, query } of searches) {
      const { ours, ceiling } = await compare(`${list}?limit=100&${query}`, 1);
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
