import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { chosenOf, peopleOf, revokeAll, type TeamSession } from './sessions.logic.ts';

const session = (session_id: string, change: Partial<TeamSession> = {}): TeamSession => ({
  session_id,
  user_id: 'user_a',
  name: 'Ann',
  email: 'ann@example.com',
  device: 'Firefox on Linux',
  ip_address: '203.0.113.1',
  country: null,
  last_active: '2026-03-29T10:00:00.000Z',
  created_at: '2026-03-29T09:00:00.000Z',
  sign_in_method: 'password',
  current: false,
  ...change,
});

const refusal = (status: number, code: string): Error =>
  TRPCClientError.from({
    error: { message: code, code: -32_600, data: { problem: { status, code, request_id: 'req_1', title: code } } },
  });

test('ends one after the other, and goes on after a refusal', async () => {
  const ended: string[] = [];
  const refused = refusal(403, 'ROLE_NOT_ALLOWED');
  const outcome = await revokeAll([session('one'), session('two'), session('three')], async ({ session_id }) => {
    if (session_id === 'two') throw refused;
    ended.push(session_id);
  });
  expect(ended).toEqual(['one', 'three']);
  expect(outcome).toEqual({ ended: 2, errors: [refused] });
});

test('counts a session that has ended meanwhile', async () => {
  const outcome = await revokeAll([session('one')], () => Promise.reject(refusal(404, 'NOT_FOUND')));
  expect(outcome).toEqual({ ended: 1, errors: [] });
});

test('stops when the service does not answer', async () => {
  let calls = 0;
  const lost = new TRPCClientError('Failed to fetch');
  const revoking = revokeAll([session('one'), session('two')], () => {
    calls += 1;
    return Promise.reject(lost);
  });
  await expect(revoking).rejects.toBe(lost);
  expect(calls).toBe(1);
});

test('the session of this window is never among the chosen', () => {
  const sessions = [session('own', { current: true }), session('one'), session('two')];
  expect(chosenOf(sessions, new Set(['own', 'two', 'gone'])).map(({ session_id }) => session_id)).toEqual(['two']);
});

test('counts people, not their sessions', () => {
  expect(peopleOf([session('one'), session('two'), session('three', { user_id: 'user_b' })])).toBe(2);
});
