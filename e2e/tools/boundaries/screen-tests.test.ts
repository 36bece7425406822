import { expect, it } from 'vitest';
import { changes, findSends, findTested, sendsOf } from './find-sends.ts';
import { notOffered } from './unoffered-operations.ts';

const sends = findSends();
const tested = findTested();

it('finds a test of a screen for every place of the console that sends a change', () => {
  const missing = sends.filter((send) => !tested.includes(send));
  expect(missing, 'docs/testing.md says how to test a screen').toEqual([]);
});

it('declares only what the file of a screen sends', () => {
  expect(tested.filter((send) => !sends.includes(send))).toEqual([]);
});

it('sees every operation that changes something, or knows why no screen calls it', () => {
  const called = new Set(sends.map((send) => send.replace(/^.*: /, '')));
  expect(changes.filter((name) => !called.has(name))).toEqual(Object.keys(notOffered));
});

it.each([
  ['client.team.inviteMembers.mutate({ tenant_id })', ['team.inviteMembers']],
  ['useMutation(useTRPC().team.revokeInvitation.mutationOptions())', ['team.revokeInvitation']],
  ['const schema = contract.team.inviteMembers.input;', []],
  ['trpc.team.listMembers.queryOptions({ tenant_id })', []],
])('reads %s', (text, found) => {
  expect(sendsOf(text)).toEqual(found);
});
