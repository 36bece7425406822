import type { Role } from '#shared/roles.ts';
import type { Member } from './team.logic.ts';

/** Sets a member's role on a page; returns the same object if that changes nothing. */
export const withRole = <Page extends { users: Member[] }>(page: Page, userId: string, role: Role): Page =>
  page.users.some((member) => member.user_id === userId && member.role !== role)
    ? { ...page, users: page.users.map((member) => (member.user_id === userId ? { ...member, role } : member)) }
    : page;
