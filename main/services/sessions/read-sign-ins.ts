import { toIso } from '../../platform/clock.ts';
import { countSignIns, listSignIns } from '../../storage/store/identity/sign-ins.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { expireSessionsOf } from '../identity/expire-sessions.ts';
import { readPage } from '../read-page.ts';

interface Asked {
  limit: number;
  offset: number;
  cursor?: string | undefined;
}

/** A page of the sign-ins to an account, with those that failed. */
export const readSignIns = async (
  context: AppContext,
  { id, tenant_id }: { id: string; tenant_id: string },
  asked: Asked,
  { client, sessionId }: { client: Client; sessionId: string | undefined },
) => {
  const { countries, db, failedSignIns } = context;
  await failedSignIns.flush(tenant_id);
  // Otherwise expired sessions that no one has used since would still show as open.
  await expireSessionsOf(context, tenant_id);
  const rows = await readPage(asked, client, (page) => listSignIns(db.read, id, page));
  return {
    sign_ins: rows.map(({ at, step, attempts, address, device, method, session, ended_at }) => ({
      at: toIso(at),
      failed_step: step,
      attempts,
      ip_address: address || null,
      country: address ? countries.of(address) : null,
      device,
      sign_in_method: method,
      session_id: session,
      session_open: session !== null && ended_at === null,
      current: session !== null && session === sessionId,
    })),
    total: await countSignIns(db.read, id),
  };
};
