import { connections, type Measure, usualUsers, withServer } from '../bench.ts';
import { createClient } from '../clients.ts';
import { load } from '../load.ts';
import { startService } from '../processes.ts';
import { inTurn, median } from '../statistics.ts';

const path = '/api/v1/users/me';
const until = { seconds: 3 };
const rounds = 5;

/** `GET /api/v1/users/me` with a bearer token, next to a bare route that returns the same bytes. */
export const profile: Measure = async (bench) => {
  const { dataDir, members } = await bench.seeded(usualUsers);
  return withServer(startService(dataDir), async (service) => {
    const tokens = members.map(({ accessToken }) => accessToken);
    const client = createClient(service.url);
    const body = await client.send('GET', path, { token: tokens[0] ?? '' });
    client.close();
    return withServer(bench.bare(body), async (bare) => {
      const ask = (url: string, at: string) =>
        load({ url, connections, until, requests: tokens.map((token) => ({ path: at, token })) });
      await ask(bare.url, '/');
      await ask(service.url, path);
      const seen = await inTurn(
        rounds,
        () => ask(service.url, path),
        () => ask(bare.url, '/'),
      );
      return [
        {
          name: 'Profile, requests per second',
          unit: 'req/s',
          value: median(seen.ours.map(({ perSecond }) => perSecond)),
          ceiling: {
            is: 'bare Fastify route, JSON of the same size',
            value: median(seen.ceiling.map(({ perSecond }) => perSecond)),
          },
          bound: { of: 'ratio', is: 'at least', limit: 0.35 },
        },
        {
          name: 'Profile, p99',
          unit: 'ms',
          value: median(seen.ours.map(({ p99 }) => p99)),
          ceiling: { is: 'the same bare route', value: median(seen.ceiling.map(({ p99 }) => p99)) },
          bound: { of: 'ratio', is: 'at most', limit: 5 },
        },
      ];
    });
  });
};
