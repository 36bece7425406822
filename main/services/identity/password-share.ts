import { networkPath } from '../../platform/address-group.ts';
import type { Caller } from '../../security/caller.ts';
import type { PasswordShare } from '../../security/passwords.ts';
import type { Client } from '../handler.ts';

/** Whose share of the hashing threads a call takes: its organization's, or its networks' if no one is signed in. */
export const passwordShare = ({ client, caller }: { client: Client; caller?: Caller }): PasswordShare => {
  const { gone } = client;
  return caller
    ? { lane: 'confirm', path: [caller.user.tenantId], user: caller.user.id, gone }
    : { lane: 'sign-in', path: networkPath(client.ip), gone };
};
