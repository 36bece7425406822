import { type Measure, withRunningService } from '../bench.ts';
import { startService } from '../processes.ts';
import { inTurn } from '../statistics.ts';

const users = 100_000;
const rounds = 7;

/** From process start to the ready line, on an existing database. */
export const start: Measure = async (bench) => {
  const { dataDir } = await bench.seeded(users);
  const { ours, ceiling } = await inTurn(
    rounds,
    () => withRunningService(startService(dataDir), async ({ startedIn }) => startedIn / 1_000),
    () => withRunningService(bench.bare({}), async ({ startedIn }) => startedIn / 1_000),
  );
  return [
    {
      name: `Start on a database of ${users.toLocaleString('en-US')} users`,
      unit: 's',
      values: ours,
      ceiling: { is: 'start of a bare Fastify server', values: ceiling },
      bound: { of: 'value', is: 'at most', limit: 0.6 },
    },
  ];
};
