import type { contract } from '#shared/contract/index.ts';
import { serviceAccountOf } from '../../security/caller.ts';
import type { Handler } from '../handler.ts';

/** Who is calling, for tools that have nothing but a key. */
export const whoAmI: Handler<typeof contract.profile.whoAmI> = async (_context, _input, { caller }) => {
  const { id, name, tenantId, role } = caller.principal;
  return {
    kind: serviceAccountOf(caller) ? 'service_account' : 'person',
    id,
    name,
    tenant_id: tenantId,
    role,
    key_id: caller.key?.id ?? null,
    scopes: caller.key ? [...caller.key.scopes] : null,
  };
};
