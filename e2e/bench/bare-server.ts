import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';

/** The ceiling: Fastify with one route that returns JSON, in its own process. */
const [, , bodyFile = ''] = process.argv;
const body: unknown = JSON.parse(await readFile(bodyFile, 'utf8'));

const server = Fastify();
server.get('/', async () => body);
server.get('/metrics', async (_request, reply) =>
  reply.type('text/plain').send(`process_resident_memory_bytes ${process.memoryUsage.rss()}\n`),
);
const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`bare server listening on ${address}\n`);
process.once('SIGTERM', () => process.exit(0));
