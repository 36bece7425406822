import { useState } from 'react';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { answerWithPasskey, usePasskeysHere } from '../../api/passkeys.ts';

export type SecondFactor = OutputOf<typeof contract.security.getSecondFactor>;

/** What a change to how an account signs in asks for besides the password. */
export type ConfirmedBy = 'password' | 'code' | 'passkey';

/** Forms always have a code, even where it isn't asked for. */
const input = contract.security.disableSecondFactor.input.strip();

/** The contract's schema for each; the passkey is asked for once the fields are right. */
export const confirmationSchemas = {
  password: input.pick({ password: true }),
  code: input.pick({ password: true, code: true }).required(),
  passkey: input.pick({ password: true }),
} as const;

/** How the user confirms a change: with the password, and a code or a passkey if they have one. */
export const useConfirmation = ({ enabled, passkeys }: Pick<SecondFactor, 'enabled' | 'passkeys'>) => {
  const client = useTRPCClient();
  const hasPasskeyHere = usePasskeysHere() === true && passkeys > 0;
  const [wantsCode, setWantsCode] = useState(false);
  const by: ConfirmedBy = !enabled ? 'password' : hasPasskeyHere && !wantsCode ? 'passkey' : 'code';
  return {
    by,
    /** Absent if there is no choice. */
    switchOver: enabled && hasPasskeyHere ? () => setWantsCode((wants) => !wants) : undefined,
    /** What to send with the change. Asks for the passkey if it takes one. */
    confirm: async ({ password, code }: { password: string; code: string }) => {
      if (by === 'code') return { password, code };
      if (by === 'password') return { password };
      const challenge = await client.security.startPasskeyConfirmation.mutate({ origin: location.origin });
      return { password, passkey: await answerWithPasskey(challenge) };
    },
  };
};

export type Confirmation = Awaited<ReturnType<ReturnType<typeof useConfirmation>['confirm']>>;
