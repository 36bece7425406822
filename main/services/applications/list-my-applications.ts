import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import { listUsableApplications } from '../../storage/store/oauth/application-access.ts';
import type { Handler } from '../handler.ts';
import { presentUsableApplication } from './present-application.ts';

export const listMyApplications: Handler<typeof contract.applications.listMyApplications> = async (
  { db },
  _input,
  { caller: { user } },
) => {
  const rows = await listUsableApplications(db.read, found(await findUser(db.read, user.id)));
  return { applications: rows.map(presentUsableApplication), total: rows.length };
};
