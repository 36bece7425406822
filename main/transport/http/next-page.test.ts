import { describe, expect, it } from 'vitest';
import { contract, operations } from '#shared/contract/index.ts';
import { nextPageOf } from './next-page.ts';

const { listMembers, listInvitations } = contract.team;
const path = '/api/v1/tenants/tnt_1/users';
const users = (total: number) => ({ users: [], total });

describe('the next page of a list', () => {
  it('starts after the members that a client got without asking for a limit', () => {
    expect(listMembers.input.parse({ tenant_id: 'tnt_1' }).limit).toBe(1_000);
    expect(nextPageOf(listMembers)?.(path, users(1_000))).toBeUndefined();
    expect(nextPageOf(listMembers)?.(path, users(1_001))).toBe(`${path}?limit=1000&offset=1000`);
    expect(nextPageOf(listInvitations)?.(path, { invitations: [], total: 101 })).toBe(`${path}?limit=100&offset=100`);
  });

  it('keeps the fields of the query', () => {
    const url = `${path}?q=a%26b&limit=10&offset=20&sort=email`;
    expect(nextPageOf(listMembers)?.(url, users(31))).toBe(`${path}?q=a%26b&limit=10&offset=30&sort=email`);
    expect(nextPageOf(listMembers)?.(url, users(30))).toBeUndefined();
  });

  it('is there for every operation with pages', () => {
    const paged = operations.filter(({ operation }) => 'offset' in operation.input.shape);
    expect(paged.length).toBeGreaterThan(8);
    expect(paged.filter(({ operation }) => !nextPageOf(operation)).map(({ name }) => name)).toEqual([]);
  });

  it('does not exist for anything but a list', () => {
    expect(nextPageOf(contract.profile.getMe)).toBeUndefined();
    expect(nextPageOf(contract.sessions.countSessions)).toBeUndefined();
  });
});
