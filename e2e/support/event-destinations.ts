import { contract } from '#shared/contract/index.ts';
import type { Person, TestService } from './test-service.ts';

/** Adds a webhook at an address of this computer. */
export const addReceiverOf = (app: Pick<TestService, 'call'>, owner: Person, url: string, more: object = {}) =>
  app.call(
    contract.events.createEventDestination,
    { tenant_id: owner.tenantId, kind: 'webhook', name: 'CI', url, allow_private_addresses: true, ...more },
    { token: owner.token },
  );
