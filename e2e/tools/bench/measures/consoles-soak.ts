import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../support/postgres-cluster.ts';
import { type Measure, withRunningService } from '../bench.ts';
import { type Client, createClient } from '../clients.ts';
import { openConsoles } from '../consoles.ts';
import type { Measured } from '../figures.ts';
import { copyOf, moveToDatabaseServer } from '../move-to-server.ts';
import { type ServiceProcess, startService } from '../processes.ts';
import { type Member, type Seeded, seed } from '../seed.ts';
import { percentile } from '../statistics.ts';
import { refreshFor } from './refreshes.ts';
import { signInAs } from './sign-ins.ts';

const users = 10_000;
const consoles = 500;
/** Clients that go on without pause: enough to keep two cores busy. */
const clients = { lists: 8, audit: 8, profiles: 4, edits: 2, refreshes: 2, signIns: 1 } as const;
const editEveryMs = 100;

interface Tally {
  answers: number;
  /** Answers by a status other than 200. */
  refused: Map<number, number>;
  times: number[];
}

const asked = async (tally: Tally, client: Client, path: string, token: string): Promise<void> => {
  const startedAt = performance.now();
  const { status } = await client.ask('GET', path, { token });
  tally.answers += 1;
  tally.times.push(performance.now() - startedAt);
  if (status !== 200) tally.refused.set(status, (tally.refused.get(status) ?? 0) + 1);
};

const newTally = (): Tally => ({ answers: 0, refused: new Map(), times: [] });

/** Writes wait for the disk, so a busy one may refuse them. This measures reads. */
const unlessBusy = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: Error) => {
    if (!error.message.includes(' answered 503')) throw error;
  });
};

/** Loads a service for a while, with `open` consoles beside it. */
const soak = async (
  { url }: ServiceProcess,
  seeded: Seeded,
  { open, minutes }: { open: number; minutes: number },
): Promise<{ lists: Tally; audit: Tally; ended: number }> => {
  const { tenantId, members } = seeded;
  const streams = await openConsoles(
    url,
    members.slice(0, open).map(({ accessToken }) => accessToken),
  );
  const until = performance.now() + minutes * 60_000;
  const [lists, audit, profiles] = [newTally(), newTally(), newTally()];
  const tenant = `/api/v1/tenants/${tenantId}`;
  const memberAt = (n: number) => members[n % members.length] as Member;
  const owner = memberAt(0).accessToken;
  const [refresh, signIn] = [refreshFor(members), signInAs(seeded)];
  const goOn = (count: number, step: (client: Client, index: number, turn: number) => Promise<unknown>) =>
    Array.from({ length: count }, async (_, index) => {
      const client = createClient(url);
      try {
        for (let turn = 0; performance.now() < until; turn += 1) await step(client, index, turn);
      } finally {
        client.close();
      }
    });
  try {
    await Promise.all([
      ...goOn(clients.lists, (client, index, turn) =>
        asked(lists, client, `${tenant}/users?limit=100&offset=${(turn % 20) * 100}`, memberAt(index).accessToken),
      ),
      ...goOn(clients.audit, (client, _index, turn) =>
        asked(audit, client, `${tenant}/audit?limit=50&offset=${(turn % 5) * 50}`, owner),
      ),
      ...goOn(clients.profiles, (client, index, turn) =>
        asked(profiles, client, '/api/v1/users/me', memberAt(index + turn).accessToken),
      ),
      ...goOn(clients.edits, async (client, index, turn) => {
        const body = { name: `Renamed ${turn}` };
        await unlessBusy(client.send('PUT', '/api/v1/users/me', { token: memberAt(index + turn).accessToken, body }));
        await pause(editEveryMs);
      }),
      ...goOn(clients.refreshes, (client, index) => unlessBusy(refresh(client, index))),
      ...goOn(clients.signIns, (client, index) => unlessBusy(signIn(client, index))),
    ]);
    return { lists, audit, ended: streams.ended() };
  } finally {
    streams.close();
  }
};

/** Seconds of the same load without consoles, as the ceiling. */
const withoutMinutes = 0.5;

const measure = async (
  service: ServiceProcess,
  seeded: Seeded,
  { engine, minutes }: { engine: string; minutes: number },
): Promise<Measured[]> => {
  const without = await soak(service, seeded, { open: 0, minutes: Math.min(withoutMinutes, minutes) });
  const beside = await soak(service, seeded, { open: consoles, minutes });
  const answered = (name: string, { answers, refused }: Tally): Measured => ({
    name: `${name} answered beside 500 consoles, ${engine}`,
    unit: '',
    values: [answers - [...refused.values()].reduce((sum, count) => sum + count, 0)],
    ceiling: { is: 'as many as were asked', values: [answers] },
    bound: { of: 'ratio', is: 'at least', limit: 1 },
  });
  const slow = (name: string, tally: Tally, ceiling: Tally): Measured => ({
    name: `${name} beside 500 consoles, p99, ${engine}`,
    unit: 'ms',
    values: [percentile(tally.times, 0.99)],
    ceiling: { is: 'the same load without consoles', values: [percentile(ceiling.times, 0.99)] },
    bound: { of: 'ratio', is: 'at most', limit: 3 },
  });
  return [
    answered('Team lists', beside.lists),
    answered('Pages of the audit log', beside.audit),
    slow('Team list', beside.lists, without.lists),
    slow('Page of the audit log', beside.audit, without.audit),
    {
      name: `Consoles still open after the soak, ${engine}`,
      unit: '',
      values: [consoles - beside.ended],
      ceiling: { is: 'as many as were opened', values: [consoles] },
      bound: { of: 'ratio', is: 'at least', limit: 1 },
    },
  ];
};

/** Reads, edits and sign-ins beside 500 open consoles, on both engines. */
export const consolesSoak: Measure = async (bench) => {
  const { minutes } = bench;
  const seeded = await seed(await bench.folder(), users, consoles);
  // Each engine gets the refresh tokens as they were seeded.
  const { members } = structuredClone(seeded);
  const embedded = await withRunningService(startService(await copyOf(seeded.dataDir)), (service) =>
    measure(service, { ...seeded, members }, { engine: 'SQLite', minutes }),
  );
  const cluster = await startPostgres({ durable: true });
  try {
    const url = await moveToDatabaseServer(seeded, cluster.url);
    const shared = await withRunningService(startService(seeded.dataDir, { CASTELLAN_DATABASE_URL: url }), (service) =>
      measure(service, seeded, { engine: 'PostgreSQL', minutes }),
    );
    return [...embedded, ...shared];
  } finally {
    await cluster.stop();
  }
};
