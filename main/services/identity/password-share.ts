import { networkPath } from '../../platform/address-group.ts';
import type { PasswordShare } from '../../security/passwords.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { Client } from '../handler.ts';

interface Sharing {
  client: Client;
  /** Who is signed in, or signs in on a known device. */
  member?: Pick<UserRow, 'id' | 'tenant_id'> | undefined;
}

/**
 * Whose share of the hashing threads a call takes: its organization's, or its networks' if no one is known. So a crowd that
 * signs in keeps out neither people who are signed in nor those who have been on this device (DECISION 0263).
 */
export const passwordShare = ({ client, member }: Sharing): PasswordShare => {
  const { gone } = client;
  return member
    ? { lane: 'confirm', path: [member.tenant_id], user: member.id, gone }
    : { lane: 'sign-in', path: networkPath(client.ip), gone };
};
