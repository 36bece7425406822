import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { readSignIns } from './read-sign-ins.ts';

/** The caller's own sign-ins, so that they notice one that wasn't theirs. */
export const listSignIns: Handler<typeof contract.sessions.listSignIns> = (context, input, { caller, client }) => {
  const { id, tenantId } = caller.user;
  return readSignIns(context, { id, tenant_id: tenantId }, input, { client, sessionId: caller.sessionId });
};
