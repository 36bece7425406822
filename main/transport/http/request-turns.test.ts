import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { requestTurns } from '#shared/rules/limits.ts';
import { invocationOf } from './client.ts';
import { type NextTurn, takeTurns } from './request-turns.ts';

let fastify: FastifyInstance;
/** Addresses of the requests that have begun, in order. */
let begun: string[];
let nextTurn: NextTurn;

beforeEach(() => {
  begun = [];
  fastify = Fastify({ trustProxy: true });
  nextTurn = takeTurns(fastify, ({ headers: { authorization = '' } }) => {
    const [, tenantId, id] = /^Bearer (\w+)\/(\w+)$/.exec(authorization) ?? [];
    return tenantId && id ? { tenantId, id } : undefined;
  });
  const begin = async ({ ip }: FastifyRequest) => {
    begun.push(ip);
    return {};
  };
  fastify.get('/', begin);
  const knownUser = () => ({ tenantId: 'known', id: 'ann' });
  fastify.get('/known', { config: { limit: { auth: 'proxy' }, knownUser } }, begin);
});

/** Sent at once, not when someone awaits it. */
const ask = (ip: string, authorization?: string) =>
  fastify
    .inject({ url: '/', headers: { 'x-forwarded-for': ip, ...(authorization && { authorization }) } })
    .then((answer) => answer);
/** Requests of one customer, sent at the same time. */
const crowd = (count: number, authorization?: string) =>
  Array.from({ length: count }, (_, number) => ask(`198.51.${number % 200}.1`, authorization));
/** How many of a crowd begin before a request that comes after them. */
const aheadOf = async (ip: string, authorization?: string, ofCrowd?: string): Promise<number> => {
  const all = crowd(400, ofCrowd);
  await ask(ip, authorization);
  const ahead = begun.indexOf(ip);
  const answers = await Promise.all(all);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  return ahead;
};

it('lets someone who is signed in wait for no crowd', async () => {
  await fastify.ready();
  expect(await aheadOf('192.0.2.1', 'Bearer known/ann')).toBeLessThanOrEqual(2 * requestTurns.atOnce.strangers);
});

it('lets no one wait who is known by what their route takes', async () => {
  await fastify.ready();
  const all = crowd(400);
  await fastify.inject({ url: '/known', headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(begun.indexOf('192.0.2.1')).toBeLessThanOrEqual(2 * requestTurns.atOnce.strangers);
  await Promise.all(all);
});

it('gives a stranger of another network the next turn', async () => {
  await fastify.ready();
  expect(await aheadOf('192.0.2.1')).toBeLessThanOrEqual(4 * requestTurns.atOnce.strangers);
  begun = [];
  expect(await aheadOf('192.0.2.1', 'Bearer unknown')).toBeLessThanOrEqual(4 * requestTurns.atOnce.strangers);
});

it.each([
  ['another organization', 'Bearer another/ann'],
  ['the same organization', 'Bearer attacking/bob'],
  ['no organization', undefined],
])('lets someone of %s wait for few requests of a user who is signed in', async (_, authorization) => {
  await fastify.ready();
  const ahead = await aheadOf('192.0.2.1', authorization, 'Bearer attacking/eve');
  expect(ahead).toBeLessThanOrEqual(4 * requestTurns.atOnce.members);
});

it('answers all of a crowd that fits, and refuses those that have waited longest beyond that', async () => {
  const more = 50;
  const answers = await Promise.all(crowd(requestTurns.atOnce.strangers + requestTurns.perKey + more));
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(more);
  expect(begun).toHaveLength(requestTurns.atOnce.strangers + requestTurns.perKey);
});

it('counts each operation of a request', async () => {
  const operations = 16;
  fastify.get('/several', async (request, reply) => {
    const { client } = invocationOf(request, reply);
    const others = Array.from({ length: operations - 1 }, async () => {
      await nextTurn(request, client);
      begun.push(request.ip);
    });
    begun.push(request.ip);
    await Promise.all(others);
    return {};
  });
  await fastify.ready();
  const headers = { authorization: 'Bearer attacking/eve' };
  const crowd = Array.from({ length: 40 }, () => fastify.inject({ url: '/several', headers }).then((answer) => answer));
  await ask('192.0.2.1', 'Bearer another/ann');
  expect(begun.indexOf('192.0.2.1')).toBeLessThanOrEqual(4 * requestTurns.atOnce.members);
  await Promise.all(crowd);
  expect(begun).toHaveLength(40 * operations + 1);
});
