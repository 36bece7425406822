import { recordEvent, systemActor } from '#main/services/recording/record-event.ts';
import type { Person, TestService } from './test-service.ts';

/** Adds entries to the log of a person's organization, all at the present time. */
export const addEntries = ({ service: { context } }: TestService, { tenantId }: Person, count: number): Promise<void> =>
  context.db.transaction({ tenant: tenantId }, async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await recordEvent(context, tx, {
        action: 'retryMail',
        actor: systemActor(tenantId),
        target: { kind: 'mail', id: 'mail_x', label: `entry ${n}` },
        details: { kind: 'invitation' },
      });
    }
  });
