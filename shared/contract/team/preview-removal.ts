import { z } from 'zod';
import { bulkLimits } from '../../rules/limits.ts';
import { reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { memberOutcome } from './resources.ts';

/** Ids in one string, as a URL carries them. */
const idList = new RegExp(`^[^,]{1,64}(,[^,]{1,64}){0,${bulkLimits.previewed - 1}}$`);
const workspace = { workspace_id: field.id, name: z.string() };

export const previewRemoval = defineOperation({
  id: 'previewRemoval',
  summary: 'Preview what removing members would do; changes nothing',
  http: { method: 'GET', path: '/tenants/{tenant_id}/bulk/removals', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  topics: [],
  input: z.strictObject({
    tenant_id: field.id,
    user_ids: boundedString(bulkLimits.previewed * 65)
      .regex(idList, reasonMessage('id_list', { max: bulkLimits.previewed }))
      .meta({ description: `Ids of members, separated by commas, at most ${bulkLimits.previewed}` }),
  }),
  output: z.strictObject({
    results: z.array(memberOutcome).meta({ description: 'The result that removing each member would have' }),
    sessions: z.int().min(0).meta({ description: 'Open sessions that would end' }),
    api_keys: z.int().min(0).meta({ description: 'API keys that would stop working' }),
    service_keys: z
      .int()
      .min(0)
      .meta({ description: 'Keys of service accounts that they created, which would go on working' }),
    invitations: z.int().min(0).meta({ description: 'Open invitations, sent by them, that would be revoked' }),
    workspaces: z
      .array(z.strictObject({ ...workspace, members: z.int().min(1) }))
      .meta({ description: 'Workspaces that would be lost, each to how many of them' }),
    passing: z
      .array(z.strictObject({ ...workspace, heir_id: field.id, heir_name: z.string() }))
      .meta({ description: 'Workspaces that would pass to another owner' }),
  }),
  errors: [],
});
