import { z } from 'zod';
import * as field from '../fields.ts';

/** Whatever stands between its words is shown as one space, so it is stored as one. */
export const groupName = field.name.overwrite((text) => text.replaceAll(/\s+/gu, ' '));

/** A named set of members, DECISION 0300. */
export const group = z
  .strictObject({
    group_id: field.id,
    name: z.string(),
    description: z.string(),
    member_count: field.total,
    workspace_count: field.total,
    created_at: field.timestamp,
    created_by: field.person
      .nullable()
      .meta({ description: "Null if the account is deleted, or if it wasn't a person" }),
  })
  .meta({ id: 'Group' });

/** An application that a group or a custom role opens. */
export const openedApplication = z
  .strictObject({ application_id: field.id, name: z.string() })
  .meta({ id: 'OpenedApplication' });

const by = field.person.nullable().meta({ description: "Null if the account is deleted, or if it wasn't a person" });

export const groupMember = z
  .strictObject({
    user_id: field.id,
    name: z.string(),
    email: field.email,
    added_at: field.timestamp,
    added_by: by,
  })
  .meta({ id: 'GroupMember' });

export const groupWorkspace = z
  .strictObject({
    workspace_id: field.id,
    slug: field.slug,
    name: z.string(),
    role: field.workspaceRole,
    granted_at: field.timestamp,
    granted_by: by,
  })
  .meta({ id: 'GroupWorkspace' });

export const ofGroup = { tenant_id: field.id, group_id: field.id };
