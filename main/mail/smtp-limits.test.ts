import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPassingLimit } from '#e2e/support/passing-limit.ts';
import { minute } from '#shared/rules/limits.ts';
import { uses } from '../platform/gate/uses.ts';
import { createSmtpTransport, type MailTransport } from './smtp.ts';

type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'content';

/** Answers each step as a mail server does, except for one. */
const usual: Readonly<Record<Step, string>> = {
  greeting: '220 hostile ESMTP\r\n',
  EHLO: '250 hostile\r\n',
  MAIL: '250 ok\r\n',
  RCPT: '250 ok\r\n',
  DATA: '354 go on\r\n',
  content: '250 queued\r\n',
};
const steps = Object.keys(usual) as Step[];

let server: Server | undefined;
let transport: MailTransport | undefined;
let connections: Socket[] = [];
beforeEach(() => {
  connections = [];
});
afterEach(async () => {
  transport?.close();
  for (const socket of connections) socket.destroy();
  server?.close();
});

/** A mail server that misbehaves at one step of each email. */
const serve = async (at: Step, misbehave: (socket: Socket) => void): Promise<MailTransport> => {
  server = createServer((socket) => {
    connections.push(socket);
    // It is cut off in the middle of a reply.
    socket.on('error', () => {});
    const take = (step: Step): void => {
      if (step === at) misbehave(socket);
      else socket.write(usual[step]);
    };
    let isContent = false;
    take('greeting');
    socket.on('data', (data) => {
      const text = data.toString();
      if (isContent) {
        if (text.endsWith('\r\n.\r\n')) take('content');
        return;
      }
      const step = steps.find((name) => text.startsWith(name));
      isContent = step === 'DATA';
      if (step) take(step);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  transport = createSmtpTransport(
    { host: '127.0.0.1', port, security: 'none' },
    { name: '', address: 'sender@example.com' },
  );
  return transport;
};

const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

/** Whether the other side of each connection is gone. */
const areCut = (): boolean => connections.length > 0 && connections.every(({ destroyed }) => destroyed);

/** Sends one line, or the beginning of one, over and over, as fast as it is read. */
const flood = (piece: string) => (socket: Socket) => {
  const pour = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
};

/** Never finishes its reply, but never falls silent either. */
const drip = async (socket: Socket): Promise<void> => {
  while (!socket.destroyed) {
    socket.write('250-wait\r\n');
    await sleep(20);
  }
};

describe.each(steps)('a mail server that misbehaves at %s', (step) => {
  it.each([
    ['an endless line', 'x'.repeat(1_000)],
    ['endless lines', `250-${'x'.repeat(1_000)}\r\n`],
  ])('is cut off after %s', async (_, piece) => {
    const smtp = await serve(step, flood(piece));
    await expect(smtp.send('ann@example.com', mail)).rejects.toThrow();
    await expect.poll(areCut).toBe(true);
  });

  it.each([
    ['takes', 60],
    ['refuses', 68],
  ])('%s a complete reply of %i kB', async (verb, kilobytes) => {
    const last = usual[step];
    const line = `${last.slice(0, 3)}-${'x'.repeat(1_000)}\r\n`;
    const count = Math.floor((kilobytes * 1024) / line.length);
    const smtp = await serve(step, (socket) => socket.write(`${line.repeat(count)}${last}`));
    const sending = smtp.send('ann@example.com', mail);
    await (verb === 'takes' ? sending : expect(sending).rejects.toThrow());
  });

  it('is cut off after five minutes, although it keeps answering', async () => {
    expect(uses.mail.totalMs).toBe(5 * minute);
    const limit = createPassingLimit(uses.mail.totalMs);
    const smtp = await serve(step, (socket) => void drip(socket));
    const sending = smtp.send('ann@example.com', mail).then(
      () => 'sent',
      () => 'failed',
    );
    expect(await Promise.race([sending, sleep(500, 'waiting')])).toBe('waiting');
    limit.pass();
    expect(await sending).toBe('failed');
    await expect.poll(areCut).toBe(true);
  });
});
