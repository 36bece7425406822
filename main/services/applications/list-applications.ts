import type { contract } from '#shared/contract/index.ts';
import { applicationLimits } from '#shared/rules/limits.ts';
import { countApplications, listApplications as listRows } from '../../storage/store/oauth/applications.ts';
import { firstDay } from '../../storage/store/oauth/sign-ins.ts';
import type { Handler } from '../handler.ts';
import { issuerOf } from '../presenters.ts';
import { readPage } from '../read-page.ts';
import { presentListedApplication } from './present-application.ts';

export const listApplications: Handler<typeof contract.applications.listApplications> = async (
  context,
  input,
  { client },
) => {
  const { db, clock } = context;
  const { tenant_id, q } = input;
  const from = firstDay(clock.now(), applicationLimits.signInDays);
  const rows = await readPage(input, client, (page) => listRows(db.read, tenant_id, q, from, page));
  const total = await countApplications(db.read, tenant_id, q);
  return { applications: rows.map(presentListedApplication), total, issuer: issuerOf(context) };
};
