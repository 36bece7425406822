import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findGroup } from '../../storage/store/groups/groups.ts';
import { listApplicationsOfGroup } from '../../storage/store/oauth/opened-applications.ts';
import type { Handler } from '../handler.ts';
import { presentOpenedApplication } from '../presenters.ts';
import { presentGroup } from './present-group.ts';

export const getGroup: Handler<typeof contract.groups.getGroup> = async ({ db }, { tenant_id, group_id }) => ({
  ...presentGroup(found(await findGroup(db.read, tenant_id, group_id))),
  applications: (await listApplicationsOfGroup(db.read, tenant_id, group_id)).map(presentOpenedApplication),
});
