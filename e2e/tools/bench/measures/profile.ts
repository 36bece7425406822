import { connections, type Measure, usualUsers, withRunningService } from '../bench.ts';
import { besideBareRoute } from '../beside-bare-route.ts';
import { startService } from '../processes.ts';

/** `GET /api/v1/users/me` with a bearer token, next to a bare route that returns the same bytes. */
export const profile: Measure = async (bench) => {
  const { dataDir, members } = await bench.seeded(usualUsers);
  const requests = members.map(({ accessToken }) => ({ path: '/api/v1/users/me', token: accessToken }));
  const { ours, ceiling } = await withRunningService(startService(dataDir), (service) =>
    besideBareRoute(bench, service, { requests, connections, until: { seconds: 3 } }),
  );
  return [
    {
      name: 'Profile, requests per second',
      unit: 'req/s',
      values: ours.perSecond,
      ceiling: { is: 'bare Fastify route, JSON of the same size', values: ceiling.perSecond },
      bound: { of: 'ratio', is: 'at least', limit: 0.35 },
    },
    {
      name: 'Profile, p99',
      unit: 'ms',
      values: ours.p99,
      ceiling: { is: 'the same bare route', values: ceiling.p99 },
      bound: { of: 'ratio', is: 'at most', limit: 5 },
    },
  ];
};
