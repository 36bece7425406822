import { addressGroup } from '../../platform/address-group.ts';
import type { Caller } from '../../security/caller.ts';
import type { PasswordShare } from '../../security/passwords.ts';
import type { Client } from '../handler.ts';

/** Whose share of the hashing threads a call takes: its organization's, or its address's if no one is signed in. */
export const passwordShare = ({ client, caller }: { client: Client; caller?: Caller }): PasswordShare => {
  const { gone } = client;
  return caller
    ? { lane: 'confirm', key: caller.user.tenantId, user: caller.user.id, gone }
    : { lane: 'sign-in', key: addressGroup(client.ip), gone };
};
