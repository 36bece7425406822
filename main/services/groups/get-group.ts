import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findGroup } from '../../storage/store/groups/groups.ts';
import type { Handler } from '../handler.ts';
import { presentGroup } from './present-group.ts';

export const getGroup: Handler<typeof contract.groups.getGroup> = async ({ db }, { tenant_id, group_id }) =>
  presentGroup(found(await findGroup(db.read, tenant_id, group_id)));
