import { connections, type Measure, usualUsers, withRunningService } from '../bench.ts';
import { repeat } from '../clients.ts';
import { load } from '../load.ts';
import { startService } from '../processes.ts';
import { inTurn } from '../statistics.ts';
import { signInAs } from './sign-ins.ts';

const path = '/api/v1/users/me';
const seconds = 5;
const rounds = 3;
const signingIn = 8;

/** The profile while others sign in without pause: hashing must not slow down signed-in users. */
export const profileAmidSignIns: Measure = async (bench) => {
  const seeded = await bench.seeded(usualUsers);
  return withRunningService(startService(seeded.dataDir), async (service) => {
    const ask = () =>
      load({
        url: service.url,
        connections,
        until: { seconds },
        requests: seeded.members.map(({ accessToken }) => ({ path, token: accessToken })),
      });
    const askAmidSignIns = async () => {
      const [loaded] = await Promise.all([ask(), repeat(service.url, signingIn, { seconds }, signInAs(seeded))]);
      return loaded;
    };
    await ask();
    const { ours, ceiling } = await inTurn(rounds, askAmidSignIns, ask);
    return [
      {
        name: `Profile while ${signingIn} clients sign in, p99`,
        unit: 'ms',
        values: ours.map(({ p99 }) => p99),
        ceiling: { is: 'the same while no one signs in', values: ceiling.map(({ p99 }) => p99) },
        bound: { of: 'value', is: 'at most', limit: 20 },
      },
    ];
  });
};
