import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { account, addressOf, expect, firstScreen, test } from './desktop.ts';

test('quitting answers the request in flight and closes the database before the app ends', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  const { hostname, port, host } = new URL(await addressOf(page));
  const body = JSON.stringify(account);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/auth/signup HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  // The service has read the headers.
  const [interim] = await once(socket, 'data');
  expect(String(interim)).toMatch(/^HTTP\/1\.1 100 /);
  const answer = text(socket);
  socket.write(body.slice(0, 10));
  const ended = once(app.process(), 'exit');
  const messages = async () => (await desktop.log()).map(({ msg }) => msg);
  await app.evaluate(({ app: own }) => own.quit());
  await expect.poll(messages).toContain('stopping');
  expect(app.process().exitCode).toBeNull();
  socket.write(body.slice(10));
  expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(await ended).toEqual([0, null]);
  expect((await messages()).at(-1)).toBe('stopped');
  expect((await messages()).filter((message) => message === 'done')).toHaveLength(1);
});

test('changes acknowledged before quitting are present after the next start', async ({ desktop }) => {
  const first = await desktop.launch();
  await firstScreen(first.page);
  const address = await addressOf(first.page);
  const signup = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) };
  expect((await fetch(`${address}/api/v1/auth/signup`, signup)).status).toBe(201);
  await first.app.close();
  const { page } = await desktop.launch();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const again = await fetch(`${await addressOf(page)}/api/v1/auth/signup`, signup);
  expect(again.status).toBe(409);
});
