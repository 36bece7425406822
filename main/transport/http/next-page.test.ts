import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { nextPage } from './next-page.ts';

const { listMembers, listInvitations } = contract.team;
const path = '/api/v1/tenants/tnt_1/users';
const users = (total: number) => ({ users: [], total });

describe('the next page of a list', () => {
  it('starts after the members that a client got without asking for a limit', () => {
    expect(listMembers.input.parse({ tenant_id: 'tnt_1' }).limit).toBe(1_000);
    expect(nextPage(listMembers, path, users(1_000))).toBeUndefined();
    expect(nextPage(listMembers, path, users(1_001))).toBe(`${path}?limit=1000&offset=1000`);
    expect(nextPage(listInvitations, path, { invitations: [], total: 101 })).toBe(`${path}?limit=100&offset=100`);
  });

  it('keeps the fields of the query', () => {
    const url = `${path}?q=a%26b&limit=10&offset=20&sort=email`;
    expect(nextPage(listMembers, url, users(31))).toBe(`${path}?q=a%26b&limit=10&offset=30&sort=email`);
    expect(nextPage(listMembers, url, users(30))).toBeUndefined();
  });

  it('is none for anything but a list', () => {
    expect(nextPage(contract.profile.getMe, '/api/v1/users/me', { user_id: 'user_1' })).toBeUndefined();
    expect(nextPage(contract.sessions.countSessions, '/api/v1/x', { total: 9 })).toBeUndefined();
  });
});
