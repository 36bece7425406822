import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const memberRisks = ['no_second_factor', 'unverified', 'dormant'] as const;
export type MemberRisk = (typeof memberRisks)[number];

export const listMembersAtRisk = defineOperation({
  id: 'listMembersAtRisk',
  summary: 'List the active members whose accounts need attention',
  http: { method: 'GET', path: '/tenants/{tenant_id}/security/members', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  topics: ['sessions', 'member_pages', 'audit'],
  input: z.strictObject({
    tenant_id: field.id,
    ...field.page,
    risk: z.enum(memberRisks).meta({
      description:
        '`no_second_factor`: neither two-factor authentication nor a passkey. `unverified`: the email address isn’t verified. `dormant`: no sign-in for 90 days',
    }),
  }),
  output: z.strictObject({ members: z.array(resource.listedMember), total: field.total }),
  errors: [],
});
