import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, attacks, headStarts, legitimateLoad } from '../attacks.ts';
import { type Measure, withRunningService } from '../bench.ts';
import { type Client, createClient } from '../clients.ts';
import type { Measured } from '../figures.ts';
import { cpuSeconds, loopDelay, startService } from '../processes.ts';
import { type SeededWithStrangers, seedWithStrangers } from '../seed.ts';
import { percentile } from '../statistics.ts';
import { refreshFor } from './refreshes.ts';

const users = 2_000;
const sessions = 100;
const accomplices = 400;
const seconds = 5;
/** Until each session of the seed was used and its activity stored for the first time. */
const warmUps = 4;
/** What the innocent organization does: clients, and milliseconds between the requests of each. */
const reading = { clients: 10, everyMs: 20 } as const;
const refreshing = { clients: 2, everyMs: 200 } as const;
const signingIn = { clients: 2, everyMs: 1_000 } as const;
/** Until what an attack left behind is answered. */
const settledMs = 1_500;

/** Milliseconds of each answer. */
interface Felt {
  reads: number[];
  onKnownDevice: number[];
  onNewDevice: number[];
}

const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
  const startedAt = performance.now();
  await work();
  times.push(performance.now() - startedAt);
};

const deviceTokenOf = async (url: string, body: unknown): Promise<string> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.headers.get('castellan-device') ?? '';
};

/** The innocent organization, which each use of the function lets work for a while. */
const innocents = async (url: string, { members, tenantId, password }: SeededWithStrangers) => {
  /** Nobody guesses the password of the first member: on a new device, each of these guesses would have its turn before. */
  const [onNewDevice, onKnownDevice] = members.map(({ email }) => ({ email, password }));
  const known = { 'castellan-device': await deviceTokenOf(url, onKnownDevice) };
  const tokenOf = (n: number): string => members[n % members.length]?.accessToken ?? '';
  const paths = ['/api/v1/users/me', `/api/v1/tenants/${tenantId}/users?limit=20`, '/api/v1/auth/sessions'];
  const refresh = refreshFor(members.slice(-refreshing.clients));
  return async (forSeconds: number): Promise<Felt> => {
    const felt: Felt = { reads: [], onKnownDevice: [], onNewDevice: [] };
    const until = performance.now() + forSeconds * 1_000;
    const goOn = (
      { clients, everyMs }: { clients: number; everyMs: number },
      step: (client: Client, index: number, turn: number) => Promise<unknown>,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      Array.from({ length: clients }, async (_, index) => {
        const client = createClient(url, { 'x-forwarded-for': `192.0.2.${index}`, ...headers });
        await pause((everyMs * index) / clients);
        for (let turn = 0; performance.now() < until; turn += 1) {
          await Promise.all([step(client, index, turn), pause(everyMs)]);
        }
        client.close();
      });
    const signIn = (times: number[], body: unknown) => (client: Client) =>
      timed(times, () => client.send('POST', '/api/v1/auth/login', { body }));
    await Promise.all([
      ...goOn(reading, (client, index, turn) => {
        const [path = '', token] = [paths[turn % paths.length], tokenOf(index + turn)];
        return timed(felt.reads, () => client.send('GET', path, { token }));
      }),
      ...goOn(refreshing, refresh),
      ...goOn({ ...signingIn, clients: 1 }, signIn(felt.onKnownDevice, onKnownDevice), known),
      ...goOn({ ...signingIn, clients: 1 }, signIn(felt.onNewDevice, onNewDevice)),
    ]);
    return felt;
  };
};

const membersRead = 'as many members who read';

const signInsOf = (name: string, felt: Felt, usual: Felt, beside: string): Measured[] => {
  const signIn = (where: string, what: 'onKnownDevice' | 'onNewDevice'): Measured => ({
    name: `Slowest sign-in on a ${where} device: ${name}`,
    unit: 's',
    values: [percentile(felt[what], 1) / 1_000],
    ceiling: { is: `the same beside ${beside}`, values: [percentile(usual[what], 1) / 1_000] },
    bound: { of: 'value', is: 'at most', limit: 2 },
  });
  return [signIn('known', 'onKnownDevice'), signIn('new', 'onNewDevice')];
};

const figuresOf = (name: string, felt: Felt, usual: Felt): Measured[] => [
  {
    name: `Reads of others, p99: ${name}`,
    unit: 'ms',
    values: [percentile(felt.reads, 0.99)],
    ceiling: { is: `the same beside ${membersRead}`, values: [percentile(usual.reads, 0.99)] },
    bound: { of: 'ratio', is: 'at most', limit: 2 },
  },
  ...signInsOf(name, felt, usual, membersRead),
];

/** What an organization feels of each attack, next to what it feels of members who send as much. */
export const crowds: Measure = async (bench) => {
  const folder = await bench.folder();
  const seeded = await seedWithStrangers(await bench.folder(), users, { sessions, strangers: accomplices });
  const settings = { CASTELLAN_RATE_LIMITS: 'on', CASTELLAN_TRUSTED_PROXIES: '127.0.0.1' };
  return withRunningService(startService(seeded.dataDir, settings), async (service) => {
    const { url } = service;
    const victims = seeded.members.slice(1).map(({ email }) => email);
    const loot = { url, folder, accomplices: seeded.strangers, victims };
    const work = await innocents(url, seeded);
    const beside = async (name: string, attack: Attack): Promise<Felt> => {
      const headStart = headStarts[name] ?? 0;
      const attacked = attack(loot, headStart + seconds);
      await pause(headStart * 1_000);
      const before = await cpuSeconds(service);
      const [felt, perSecond] = await Promise.all([work(seconds), attacked]);
      const delay = (await loopDelay(service)) * 1_000;
      const cpu = ((await cpuSeconds(service)) - before) / seconds;
      process.stderr.write(
        `${name}: reads p99 ${percentile(felt.reads, 0.99).toFixed(1)} ms, ${perSecond ?? 'no'} requests/s, ${cpu.toFixed(2)} CPU seconds per second, event loop ${delay.toFixed(0)} ms late\n`,
      );
      await pause(settledMs);
      return felt;
    };
    for (let times = 0; times < warmUps; times += 1) await beside('warming up', legitimateLoad);
    const alone = await beside('no one else', async () => undefined);
    const figures = signInsOf(membersRead, await beside(membersRead, legitimateLoad), alone, 'no one else');
    for (const [name, attack] of Object.entries(attacks)) {
      const usual = await beside(membersRead, legitimateLoad);
      figures.push(...figuresOf(name, await beside(name, attack), usual));
    }
    return figures;
  });
};
