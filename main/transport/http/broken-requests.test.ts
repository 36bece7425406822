import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { answerBroken } from './broken-requests.ts';

it('answers what is no request with a status line of ASCII and the problem', async () => {
  const server = createServer().on(
    'clientError',
    answerBroken(() => 'req_1'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('no request\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const [, body = ''] = answer.split('\r\n\r\n');
  expect(JSON.parse(body)).toMatchObject({ code: 'MALFORMED_REQUEST', request_id: 'req_1' });
});
