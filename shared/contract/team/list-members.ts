import { z } from 'zod';
import { pagination } from '../../rules/limits.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { member, memberStatuses } from './resources.ts';

export const memberSorts = ['name', 'email', 'role', 'last_login'] as const;

export const listMembers = defineOperation({
  id: 'listMembers',
  seed: '000 §4 #13',
  summary: 'List the members of the organization',
  http: { method: 'GET', path: '/tenants/{tenant_id}/users', status: 200 },
  auth: 'bearer',
  allow: 'team.read',
  topics: ['member_pages'],
  input: z.strictObject({
    tenant_id: field.id,
    ...field.page,
    /** DECISION 0074: the seed shows no paging, so a caller that knows none gets as many as a page can hold. */
    limit: field.page.limit.default(pagination.maxLimit),
    role: field.role.optional(),
    status: z.enum(memberStatuses).optional().meta({ description: 'If omitted, everyone except removed members' }),
    sort: z.enum(memberSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: z.strictObject({ users: z.array(member), total: field.total }),
  errors: [],
});
