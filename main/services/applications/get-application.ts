import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { applicationNow } from './present-application.ts';

export const getApplication: Handler<typeof contract.applications.getApplication> = (
  context,
  { tenant_id, application_id },
) => applicationNow(context, context.db.read, tenant_id, application_id);
