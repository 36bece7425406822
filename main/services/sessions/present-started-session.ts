import type { z } from 'zod';
import type { startedSession } from '#shared/contract/sessions/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { SessionRow } from '../../storage/store/identity/sessions.ts';
import type { AppContext } from '../context.ts';
import { presentSession } from '../presenters.ts';

export const presentStartedSession = (
  context: AppContext,
  row: SessionRow,
  currentId: string | undefined,
): z.output<typeof startedSession> => ({
  ...presentSession(context, row, currentId),
  created_at: toIso(row.created_at),
  country: context.countries.of(row.ip_address),
  sign_in_method: row.sign_in_method,
});
