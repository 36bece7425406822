import type { SystemContext } from '../services/context.ts';
import { continueSample } from '../services/welcome/sample/continue-sample.ts';
import { listSampleTenantIds } from '../storage/store/team/sample-tenants.ts';

/** Lets the people of sample data go on with their day, so that it looks alive whenever someone opens it. */
export const continueSamples = async (context: SystemContext): Promise<void> => {
  const { db } = context;
  for (const tenant of await listSampleTenantIds(db.read)) {
    await db.transaction({ tenant }, (tx) => continueSample(context, tx, tenant));
  }
};
