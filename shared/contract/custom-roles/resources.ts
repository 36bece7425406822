import { z } from 'zod';
import { grantablePermissions } from '../../rules/permissions.ts';
import * as field from '../fields.ts';

/** Whatever stands between its words is shown as one space, so it is stored as one. */
export const customRoleName = field.name.overwrite((text) => text.replaceAll(/\s+/gu, ' '));

const permission = z.enum(grantablePermissions);

/** Sent more than once, a permission counts once. */
export const givenPermissions = z
  .array(permission)
  .min(1)
  .max(grantablePermissions.length)
  .meta({ description: 'What it gives besides what every member may; what these need is added' });

/** A named set of permissions, DECISION 0307. */
export const customRole = z
  .strictObject({
    role_id: field.id,
    name: z.string(),
    description: z.string(),
    permissions: z.array(permission),
    member_count: field.total.meta({ description: 'Members who have it themselves' }),
    group_count: field.total.meta({ description: 'Groups whose members have it' }),
    service_account_count: field.total,
    created_at: field.timestamp,
    created_by: field.person.nullable().meta({ description: 'Null if the account is deleted' }),
  })
  .meta({ id: 'CustomRole' });

const given = {
  granted_at: field.timestamp,
  granted_by: field.person.nullable().meta({ description: 'Null if the account is deleted' }),
};

const kind = z.enum(['user', 'group', 'service_account']);

export const customRoleHolder = z
  .strictObject({ holder_id: field.id, kind, name: z.string(), ...given })
  .meta({ id: 'CustomRoleHolder' });

export const heldCustomRole = z
  .strictObject({
    role_id: field.id,
    name: z.string(),
    permissions: z.array(permission),
    ...given,
    group: z
      .strictObject({ group_id: field.id, name: z.string() })
      .nullable()
      .meta({ description: 'The group by which a member has it; null if it is their own' }),
  })
  .meta({ id: 'HeldCustomRole' });

export const ofCustomRole = { tenant_id: field.id, role_id: field.id };
