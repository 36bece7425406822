import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { networkTurns } from '#shared/rules/limits.ts';
import { takeTurns } from './network-turns.ts';

let fastify: FastifyInstance;
/** Addresses of the requests that have begun, in order. */
let begun: string[];

beforeEach(() => {
  begun = [];
  fastify = Fastify({ trustProxy: true });
  takeTurns(fastify, ({ headers }) => headers.authorization === 'Bearer known');
  fastify.get('/', async ({ ip }) => {
    begun.push(ip);
    return {};
  });
});

/** Sent at once, not when someone awaits it. */
const ask = (ip: string, authorization?: string) =>
  fastify
    .inject({ url: '/', headers: { 'x-forwarded-for': ip, ...(authorization && { authorization }) } })
    .then((answer) => answer);
/** Requests of one customer, sent at the same time. */
const crowd = (count: number) => Array.from({ length: count }, (_, number) => ask(`198.51.${number % 200}.1`));
/** How many of a crowd begin before a request that comes after them. */
const aheadOf = async (ip: string, authorization?: string): Promise<number> => {
  const all = crowd(400);
  await ask(ip, authorization);
  const ahead = begun.indexOf(ip);
  const answers = await Promise.all(all);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  return ahead;
};

it('lets someone who is signed in wait for no crowd', async () => {
  await fastify.ready();
  expect(await aheadOf('192.0.2.1', 'Bearer known')).toBeLessThanOrEqual(2 * networkTurns.atOnce);
});

it('gives a stranger of another network the next turn', async () => {
  await fastify.ready();
  expect(await aheadOf('192.0.2.1')).toBeLessThanOrEqual(4 * networkTurns.atOnce);
  begun = [];
  expect(await aheadOf('192.0.2.1', 'Bearer unknown')).toBeLessThanOrEqual(4 * networkTurns.atOnce);
});

it('answers all of a crowd that fits, and refuses those that have waited longest beyond that', async () => {
  const more = 50;
  const answers = await Promise.all(crowd(networkTurns.atOnce + networkTurns.perKey + more));
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(more);
  expect(begun).toHaveLength(networkTurns.atOnce + networkTurns.perKey);
});
