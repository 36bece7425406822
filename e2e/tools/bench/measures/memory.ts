import { setTimeout as pause } from 'node:timers/promises';
import { connections, type Measure, withRunningService } from '../bench.ts';
import { repeat } from '../clients.ts';
import { load } from '../load.ts';
import { residentBytes, type ServiceProcess, startService } from '../processes.ts';
import type { Seeded } from '../seed.ts';
import { median } from '../statistics.ts';
import { refreshFor } from './refreshes.ts';
import { signInAs } from './sign-ins.ts';

const users = 100_000;

/**
 * An hour of a busy console: 50 reads a second, a tenth of them lists, with 6,000 refreshes and 300 sign-ins.
 * Everything is sent, only faster. It is split into parts to compare early and late memory use.
 */
const hour = { reads: 180_000, refreshes: 6_000, signIns: 300 } as const;
const oneListIn = 10;
const parts = 20;
/** A warm-up of a quarter of an hour, in which caches, heap and JIT settle. */
const settling = 5;
const compared = 4;
const sampleEvery = 250;
const idle = 2_000;

/** As deploy/ starts it, in a unit of systemd and in a container. */
const settings = { MALLOC_ARENA_MAX: '2' } as const;

const bytesToMegabytes = (bytes: number): number => bytes / 1_000_000;

const partOfAnHour = async ({ url }: ServiceProcess, seeded: Seeded): Promise<void> => {
  const { tenantId, members } = seeded;
  const list = `/api/v1/tenants/${tenantId}/users?limit=100`;
  const requests = members.map(({ accessToken }, index) => ({
    path: index % oneListIn === 0 ? `${list}&offset=${index}` : '/api/v1/users/me',
    token: accessToken,
  }));
  await Promise.all([
    load({ url, connections, until: { requests: hour.reads / parts }, requests }),
    repeat(url, 4, { steps: hour.refreshes / parts }, refreshFor(members)),
    repeat(url, 2, { steps: hour.signIns / parts }, signInAs(seeded)),
  ]);
};

/** Runs work and samples the server's memory meanwhile. */
const sampled = async (server: ServiceProcess, work: Promise<void>): Promise<number[]> => {
  const samples: number[] = [];
  let working = true;
  const done = work.finally(() => {
    working = false;
  });
  const sampling = async (): Promise<void> => {
    while (working) {
      samples.push(await residentBytes(server));
      await Promise.race([done, pause(sampleEvery)]);
    }
  };
  // Awaited together, so that a server that dies fails this measurement instead of causing an unhandled rejection.
  await Promise.all([done, sampling()]);
  return samples.map(bytesToMegabytes);
};

const bareMemory = (bench: Parameters<Measure>[0]): Promise<{ atRest: number; loaded: number }> =>
  withRunningService(bench.bare({}), async (bare) => {
    await pause(idle);
    const atRest = bytesToMegabytes(await residentBytes(bare));
    const until = { requests: hour.reads };
    const work = load({ url: bare.url, connections, until, requests: [{ path: '/' }] }).then(() => {});
    return { atRest, loaded: Math.max(...(await sampled(bare, work))) };
  });

/** Resident memory at rest, under load, and after an hour of load. */
export const memory: Measure = async (bench) => {
  const seeded = await bench.seeded(users);
  const bare = await bareMemory(bench);
  // The first start after a build compiles, which takes memory that a later one doesn't.
  await withRunningService(startService(seeded.dataDir, settings), async () => {});
  return withRunningService(startService(seeded.dataDir, settings), async (service) => {
    await pause(idle);
    const atRest = bytesToMegabytes(await residentBytes(service));
    const samples: number[][] = [];
    for (let part = 0; part < settling + parts; part += 1)
      samples.push(await sampled(service, partOfAnHour(service, seeded)));
    const early = median(samples.slice(settling, settling + compared).flat());
    const late = median(samples.slice(-compared).flat());
    const atMost = (limit: number) => ({ of: 'value', is: 'at most', limit }) as const;
    return [
      {
        name: 'Resident memory at rest',
        unit: 'MB',
        values: [atRest],
        ceiling: { is: 'bare Fastify server', values: [bare.atRest] },
        bound: atMost(125),
      },
      {
        name: "Largest resident memory in an hour's load",
        unit: 'MB',
        values: [Math.max(...samples.flat())],
        ceiling: { is: 'bare Fastify server answering as many requests', values: [bare.loaded] },
        bound: atMost(230),
      },
      {
        name: "Resident memory late in an hour's load",
        unit: 'MB',
        values: [late],
        ceiling: { is: 'itself, early in that hour', values: [early] },
        bound: { of: 'ratio', is: 'at most', limit: 1.1 },
      },
    ];
  });
};
