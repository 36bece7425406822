import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { sendTogether } from './answers-together.ts';

const start = async () => {
  const logged: string[] = [];
  const log = createLogger('error', { write: (line) => void logged.push(line) });
  const happened: string[] = [];
  const fastify = Fastify();
  sendTogether(fastify, log);
  fastify.addHook('onSend', (_request, _reply, _payload, done) => {
    happened.push('sent');
    done();
  });
  fastify.get('/ready', async () => {
    happened.push('ready');
    return { is: 'ready' };
  });
  // What a header may hold is known only once it is written.
  fastify.get('/broken', async (_, reply) => reply.header('x-broken', 'a\nb').send({}));
  fastify.get('/closed', async (_, reply) => {
    reply.raw.writeHead = () => {
      throw new Error('closed');
    };
    return {};
  });
  fastify.get('/failing', async () => Promise.reject(new Error('failing')));
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => fastify.close());
  return { fastify, url, happened, logged };
};

it('sends the answers of one turn once all of them are ready', async () => {
  const { fastify, happened } = await start();
  const answers = await Promise.all([1, 2, 3].map(() => fastify.inject('/ready')));
  expect(answers.map((answer) => answer.json())).toEqual([{ is: 'ready' }, { is: 'ready' }, { is: 'ready' }]);
  expect(happened).toEqual(['ready', 'ready', 'ready', 'sent', 'sent', 'sent']);
});

it('answers everyone else if one answer cannot be sent, and says so', async () => {
  const { url, logged } = await start();
  const paths = ['/ready', '/broken', '/closed', '/failing', '/ready'];
  const got = await Promise.allSettled(paths.map((path) => fetch(url + path)));
  expect(got.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'closed'))).toEqual([
    200,
    500,
    'closed',
    500,
    200,
  ]);
  expect(logged).toEqual([expect.stringContaining('could not send an answer')]);
});
