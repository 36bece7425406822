import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';

/** The ceiling: Fastify with a route that returns JSON, and one whose streams are all told of each change, in its own process. */
const [, , bodyFile = ''] = process.argv;
const body: unknown = JSON.parse(await readFile(bodyFile, 'utf8'));

const server = Fastify();
server.get('/', async () => body);
const streams = new Set<PassThrough>();
server.get('/live', async (_request, reply) => {
  const stream = new PassThrough();
  streams.add(stream);
  stream.write('event: ready\ndata: {}\n\n');
  return reply.type('text/event-stream').send(stream);
});
server.put('/change', async () => {
  for (const stream of streams) stream.write('event: changed\ndata: {}\n\n');
  return {};
});
server.get('/metrics', async (_request, reply) =>
  reply.type('text/plain').send(`process_resident_memory_bytes ${process.memoryUsage.rss()}\n`),
);
const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`bare server listening on ${address}\n`);
process.once('SIGTERM', () => process.exit(0));
