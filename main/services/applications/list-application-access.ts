import type { contract } from '#shared/contract/index.ts';
import { listConsents } from '../../storage/store/oauth/consents.ts';
import type { Handler } from '../handler.ts';
import { presentApplicationAccess } from './present-application.ts';

export const listApplicationAccess: Handler<typeof contract.applications.listApplicationAccess> = async (
  { db },
  _input,
  { caller: { user } },
) => {
  const rows = await listConsents(db.read, user.id);
  return { applications: rows.map(presentApplicationAccess), total: rows.length };
};
