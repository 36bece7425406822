import type { Role } from '#shared/roles.ts';
import type { Member } from './team.logic.ts';

/** A page of members with one role set; the very same page where that member is not on it. */
export const withRole = <Page extends { users: Member[] }>(page: Page, userId: string, role: Role): Page =>
  page.users.some((member) => member.user_id === userId && member.role !== role)
    ? { ...page, users: page.users.map((member) => (member.user_id === userId ? { ...member, role } : member)) }
    : page;
