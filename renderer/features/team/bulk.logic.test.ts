import { describe, expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import type { Actor } from '../../components/commands.ts';
import {
  chunkSize,
  chunksOf,
  listNames,
  mergePreviews,
  outcomeReason,
  planRoles,
  previousRoles,
  type RemovalPreview,
  refusedOf,
  removalConsequences,
  requiresTypedCount,
  rolesConsequences,
  sendInChunks,
} from './bulk.logic.ts';
import type { Member } from './team.logic.ts';

const actor = (role: Actor['role']): Actor => ({ user_id: 'user_me', role, granted: [] });
const member = (id: string, given: Partial<Member> = {}): Member => ({
  user_id: `user_${id}`,
  name: id.toUpperCase(),
  email: `${id}@example.test`,
  role: 'member',
  guest: false,
  status: 'active',
  last_login: '2026-11-21T00:00:00.000Z',
  ...given,
});

describe('sending many items', () => {
  const items = Array.from({ length: chunkSize * 2 + 1 }, (_, index) => index);
  const quiet = { onProgress: () => undefined, stopped: () => false };

  test('sends all of them chunk by chunk, and reports its progress', async () => {
    const progress: number[] = [];
    const sizes: number[] = [];
    const send = async (chunk: number[]) => {
      sizes.push(chunk.length);
      return chunk.map((item) => item * 2);
    };
    const { results, untried, error } = await sendInChunks(items, send, {
      ...quiet,
      onProgress: (done) => progress.push(done),
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect([untried, error]).toEqual([0, undefined]);
    expect(sizes).toEqual([chunkSize, chunkSize, 1]);
    expect(progress).toEqual([chunkSize, chunkSize * 2, chunkSize * 2 + 1]);
  });

  test('keeps results if a call fails, and counts what was not tried', async () => {
    const broken = new Error('gone');
    const send = async (chunk: number[]) => {
      if (chunk[0] !== 0) throw broken;
      return chunk;
    };
    const { results, untried, error } = await sendInChunks(items, send, quiet);
    expect([results.length, untried, error]).toEqual([chunkSize, chunkSize + 1, broken]);
  });

  test('stops before the next chunk on request', async () => {
    let sent = 0;
    const send = async (chunk: number[]) => {
      sent += 1;
      return chunk;
    };
    const result = await sendInChunks(items, send, { ...quiet, stopped: () => sent === 1 });
    expect([result.results.length, result.untried, sent]).toEqual([chunkSize, chunkSize + 1, 1]);
  });

  test('chunks cover every item', () => {
    expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunksOf([], 2)).toEqual([]);
  });
});

test("a refusal is translated, or shown in the service's words if there is no translation", () => {
  expect(outcomeReason({ code: 'LAST_OWNER', detail: 'x' }, english)).toContain('Last owner');
  expect(outcomeReason({ code: 'ROLE_NOT_ALLOWED', reason: 'role', detail: 'x' }, english)).toContain('Your role');
  expect(outcomeReason({ code: 'ROLE_NOT_ALLOWED', reason: 'has_more', detail: 'x' }, english)).toContain('don’t have');
  expect(outcomeReason({ code: 'NEVER_SEEN', detail: 'Told by the service' }, english)).toBe('Told by the service');
  const results = [
    { user_id: 'user_a', ok: true },
    { user_id: 'user_b', ok: false, code: 'LAST_OWNER', detail: 'x' },
  ];
  expect(refusedOf(results, [member('a'), member('b')], english)).toEqual([
    { name: 'B', reason: expect.stringContaining('Last owner') },
  ]);
});

describe('a change of many roles', () => {
  const all = [
    member('a'),
    member('b', { role: 'admin' }),
    member('c', { role: 'owner' }),
    member('d', { status: 'removed' }),
    { ...member('me'), role: 'admin' as const },
  ];

  test("excludes members whom the user can't manage, those who have left, and the user", () => {
    const plan = planRoles(actor('admin'), all, 'admin', english);
    expect(plan.changing.map(({ name }) => name)).toEqual(['A']);
    expect(plan.same.map(({ name }) => name)).toEqual(['B']);
    expect(plan.refused.map(({ name }) => name)).toEqual(['C', 'D', 'ME']);
    expect(planRoles(actor('owner'), all, 'admin', english).changing.map(({ name }) => name)).toEqual(['A', 'C']);
    expect(planRoles(actor('member'), all, 'admin', english).changing).toEqual([]);
  });

  test('explains effects beyond the roles', () => {
    const consequences = (role: 'owner' | 'admin' | 'member') =>
      rolesConsequences(planRoles(actor('owner'), all.slice(0, 2), role, english), role, english).join(' ');
    expect(consequences('owner')).toContain('Owners can do everything');
    expect(consequences('owner')).not.toContain('invitations');
    expect(consequences('admin')).toBe('');
    expect(consequences('member')).toContain('invitations');
  });

  test('can be undone for those who were changed', () => {
    const results = [
      { user_id: 'user_a', ok: true },
      { user_id: 'user_b', ok: true },
      { user_id: 'user_c', ok: false, code: 'LAST_OWNER', detail: 'x' },
    ];
    expect(previousRoles([...all, member('e')], results)).toEqual([
      { role: 'member', userIds: ['user_a'] },
      { role: 'admin', userIds: ['user_b'] },
    ]);
  });
});

describe('the summary of a removal', () => {
  const empty: RemovalPreview = {
    results: [],
    sessions: 0,
    api_keys: 0,
    service_keys: 0,
    invitations: 0,
    workspaces: [],
    passing: [],
  };
  const hall = { workspace_id: 'ws_1', name: 'Hall' };
  const yard = { workspace_id: 'ws_2', name: 'Yard' };
  const heir = { heir_id: 'user_o', heir_name: 'Olivia' };

  test('lists what exists, with names and counts', () => {
    const consequences = removalConsequences(
      {
        ...empty,
        sessions: 3,
        api_keys: 1,
        service_keys: 2,
        invitations: 2,
        workspaces: [
          { ...hall, members: 1 },
          { ...yard, members: 2 },
        ],
        passing: [{ ...hall, ...heir }],
      },
      [member('a'), member('b')],
      english,
    );
    expect(consequences).toEqual([
      '2 people will be removed from the organization: A, B.',
      '3 active sessions will be revoked immediately.',
      'They’ll lose access to 2 workspaces: Hall, Yard.',
      'One workspace they own will be reassigned to Olivia: Hall.',
      '2 pending invitations they sent will be revoked.',
      '1 API key will stop working.',
      '2 service account keys they created will keep working. Roll them if they may have kept copies.',
      expect.stringContaining('This can’t be undone'),
    ]);
  });

  test('omits what does not exist', () => {
    expect(removalConsequences(empty, [member('a')], english)).toEqual([
      'A will be removed from the organization.',
      expect.stringContaining('This can’t be undone'),
    ]);
  });

  test('adds up several previews', () => {
    const one = { ...empty, sessions: 1, workspaces: [{ ...hall, members: 1 }], passing: [{ ...yard, ...heir }] };
    const two = { ...empty, sessions: 2, api_keys: 1, invitations: 4, workspaces: [{ ...hall, members: 2 }] };
    expect(mergePreviews([one, two])).toEqual({
      results: [],
      sessions: 3,
      api_keys: 1,
      service_keys: 0,
      invitations: 4,
      workspaces: [{ ...hall, members: 3 }],
      passing: [{ ...yard, ...heir }],
    });
    expect(mergePreviews([])).toEqual(empty);
  });

  test('names a few and counts the others', () => {
    const names = Array.from({ length: 1_010 }, (_, index) => `N${index}`);
    expect(listNames(names.slice(0, 8), english)).toBe('N0, N1, N2, N3, N4, N5, N6, N7');
    expect(listNames(names, english)).toBe('N0, N1, N2, N3, N4, N5, N6, N7 and 1,002 more');
  });

  test('requires typing the number for many members', () => {
    expect([requiresTypedCount(1), requiresTypedCount(10), requiresTypedCount(11)]).toEqual([false, false, true]);
  });
});
