import type { contract } from '#shared/contract/index.ts';
import { applicationLimits } from '#shared/rules/limits.ts';
import { found } from '../../platform/app-error.ts';
import { findApplication } from '../../storage/store/oauth/applications.ts';
import { countConsents } from '../../storage/store/oauth/consents.ts';
import { firstDay, listSignIns } from '../../storage/store/oauth/sign-ins.ts';
import type { Handler } from '../handler.ts';

export const previewApplicationDeletion: Handler<typeof contract.applications.previewApplicationDeletion> = async (
  { db, clock },
  { tenant_id, application_id },
) => {
  const { id } = found(await findApplication(db.read, tenant_id, application_id));
  const days = await listSignIns(db.read, id, firstDay(clock.now(), applicationLimits.signInDays));
  return {
    people: await countConsents(db.read, id),
    sign_ins: days.reduce((sum, { sign_ins }) => sum + sign_ins, 0),
  };
};
