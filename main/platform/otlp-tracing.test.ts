import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { createLogger } from './logger.ts';
import { startTracing } from './otlp-tracing.ts';

interface Sent {
  resourceSpans: { scopeSpans: { spans: { name: string; status: { code?: number } }[] }[] }[];
}

it('marks the spans of requests that the service failed to answer, and no others', async () => {
  const received: Sent[] = [];
  const collector = createServer(async (request, response) => {
    received.push((await json(request)) as Sent);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const tracing = startTracing(`http://127.0.0.1:${port}`, createLogger('silent'), systemClock);
  for (const status of [200, 404, 500]) {
    const request = tracing.begin({ method: 'GET', headers: {} } as never);
    request.end({ route: `/${status}`, operation: undefined, status, requestId: 'req_1' });
  }
  await tracing.stop();
  collector.close();
  const spans = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  expect(spans.map(({ name, status }) => [name, status.code ?? 0])).toEqual([
    ['GET /200', 0],
    ['GET /404', 0],
    ['GET /500', 2],
  ]);
});
