import { expect, it, vi } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { AppError, codeOf, type ErrorKey, errors } from '#shared/texts/errors.ts';
import { trpcHandler } from './handler.ts';

const app = perFile(() => createTestService());

const client = { ip: '127.0.0.1', userAgent: 'test', background: false, requestId: 'req_test' };
const ask = async (path = 'welcome.getWelcome', nextTurn = async () => {}): Promise<Response> =>
  trpcHandler(app.service.context)(
    new Request(`http://castellan.invalid/trpc/${path}`),
    { authorization: undefined, client },
    async () => undefined,
    nextTurn,
  );

it('logs the cause of a failure outside of the guard, and no other errors', async () => {
  const { inFlight, log } = app.service.context;
  const error = vi.spyOn(log, 'error');
  expect((await ask()).status).toBe(200);
  expect(error).not.toHaveBeenCalled();
  const cause = new Error('injected');
  vi.spyOn(inFlight, 'run').mockRejectedValue(cause);
  const answer = await ask();
  expect([answer.status, (await answer.text()).includes('injected')]).toEqual([500, false]);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ request_id: 'req_test', err: cause }), 'failed');
});

it.each(Object.keys(errors) as ErrorKey[])('answers %s with the status of the HTTP API', async (key) => {
  const run = vi.spyOn(app.service.context.inFlight, 'run').mockRejectedValue(new AppError(key as 'NOT_FOUND'));
  const answer = await ask();
  run.mockRestore();
  const { status } = errors[key];
  // tRPC has no code for these.
  expect(answer.status).toBe(({ 410: 412, 431: 400 } as Record<number, number>)[status] ?? status);
  expect(JSON.stringify(await answer.json())).toContain(`"code":"${codeOf(key)}"`);
});

it('waits for a turn of each operation but the first, and answers a batch with its worst status', async () => {
  const run = vi.spyOn(app.service.context.inFlight, 'run').mockResolvedValue({});
  const turn = vi.fn(async () => {});
  const batch = 'profile.getMe,sessions.listSessions,profile.getMe?batch=1';
  expect((await ask(batch, turn)).status).toBe(200);
  expect(turn).toHaveBeenCalledTimes(2);
  run.mockRejectedValueOnce(new AppError('NOT_FOUND'));
  turn.mockRejectedValueOnce(new AppError('BUSY', { retry_after: 5 }));
  const answer = await ask(batch, turn);
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    [
      { error: { data: { problem: { code: 'NOT_FOUND' } } } },
      { error: { data: { problem: { code: 'BUSY', retry_after: 5 } } } },
      { result: { data: {} } },
    ],
  ]);
  run.mockRestore();
});
