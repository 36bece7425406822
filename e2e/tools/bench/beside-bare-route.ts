import { type Bench, withRunningService } from './bench.ts';
import { createClient } from './clients.ts';
import { type Load, type LoadResult, load } from './load.ts';
import type { ServiceProcess } from './processes.ts';
import { inTurn } from './statistics.ts';

const rounds = 5;

/** Of each round. */
type Rounds = Record<keyof LoadResult, number[]>;

const byRound = (results: readonly LoadResult[]): Rounds => {
  const of = (pick: keyof LoadResult): number[] => results.map((result) => result[pick]);
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), slowest: of('slowest') };
};

/** Loads the service with requests, in turn with a bare route that returns what the first of them gets. */
export const besideBareRoute = async (
  bench: Bench,
  service: ServiceProcess,
  { requests, ...how }: Omit<Load, 'url'>,
): Promise<{ ours: Rounds; ceiling: Rounds }> => {
  const client = createClient(service.url);
  const { path = '', token = '' } = requests[0] ?? {};
  const body = await client.send('GET', path, { token });
  client.close();
  return withRunningService(bench.bare(body), async (bare) => {
    const ours = () => load({ ...how, url: service.url, requests });
    const ceiling = () => load({ ...how, url: bare.url, requests: requests.map((sent) => ({ ...sent, path: '/' })) });
    await ceiling();
    await ours();
    const seen = await inTurn(rounds, ours, ceiling);
    return { ours: byRound(seen.ours), ceiling: byRound(seen.ceiling) };
  });
};
