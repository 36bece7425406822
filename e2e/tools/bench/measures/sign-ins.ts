import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { hashSync } from 'bcryptjs';
import { type Measure, usualUsers, withRunningService } from '../bench.ts';
import { type Client, repeat } from '../clients.ts';
import { startService } from '../processes.ts';
import type { Seeded } from '../seed.ts';
import { inTurn } from '../statistics.ts';

const clients = 8;
const seconds = 6;
const rounds = 5;

/** One step of a client: sign in as one of the members. */
export const signInAs =
  ({ members, password }: Seeded) =>
  async (client: Client, index: number): Promise<void> => {
    await client.send('POST', '/api/v1/auth/login', { body: { email: members[index]?.email, password } });
  };

/** Comparisons per second of plain worker threads, one per core. */
const rawComparisons = async (password: string, hash: string): Promise<number> => {
  const counts = await Promise.all(
    Array.from(
      { length: availableParallelism() },
      () =>
        new Promise<number>((resolve, reject) => {
          const worker = new Worker(new URL('../comparing-worker.ts', import.meta.url), {
            workerData: { password, hash, seconds },
          });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  return counts.reduce((sum, perSecond) => sum + perSecond, 0);
};

/** Sign-ins per second at bcrypt cost 12, from the request to the session in the database. */
export const signIns: Measure = async (bench) => {
  const seeded = await bench.seeded(usualUsers);
  const hash = hashSync(seeded.password, 12);
  return withRunningService(startService(seeded.dataDir), async (service) => {
    await repeat(service.url, clients, { seconds: 2 }, signInAs(seeded));
    const { ours, ceiling } = await inTurn(
      rounds,
      () => repeat(service.url, clients, { seconds }, signInAs(seeded)),
      () => rawComparisons(seeded.password, hash),
    );
    return [
      {
        name: 'Sign-ins per second at cost 12',
        unit: '/s',
        values: ours,
        ceiling: { is: 'bcryptjs comparisons in plain worker threads, one per core', values: ceiling },
        bound: { of: 'ratio', is: 'at least', limit: 0.85 },
      },
    ];
  });
};
