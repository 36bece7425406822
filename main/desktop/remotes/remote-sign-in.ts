import type { AuthInfo } from 'electron';
import type { Credentials } from '#shared/contract/desktop-sign-in.ts';
import type { Questions } from '../questions.ts';
import type { PromptGate } from '../views/prompt-gate.logic.ts';
import { askerKey, type KeptPasswords } from './kept-passwords.ts';

/** Answers what is in front of a server and wants to know a user name and password. */
export interface RemoteSignIn {
  /** An attempt to reach the server begins. */
  begin(): void;
  /** The attempt has failed at a proxy, which may have refused what was entered for it: that isn't kept. */
  fail(): void;
  /** The person wants to be asked again. */
  askAgain(): void;
  /**
   * @param request what is requested, such as an address. Who asks twice for one has refused the first answer
   * @returns undefined if there is no answer
   */
  answer(asked: AuthInfo, request: string): Promise<Credentials | undefined>;
}

export interface RemoteSignInParts extends Pick<Questions, 'askSignIn' | 'tellNotKept'> {
  passwords: Pick<KeptPasswords, 'mayKeep' | 'find' | 'keep' | 'forget'>;
  gate: PromptGate;
  /** The server as people know it. */
  server: () => string;
}

/** A host as people write it, with its port unless that is the default one. */
export const hostOf = ({ host, port }: Pick<AuthInfo, 'host' | 'port'>): string =>
  port === 443 || port === 80 ? host : `${host}:${port}`;

export const createRemoteSignIn = ({
  passwords,
  gate,
  server,
  askSignIn,
  tellNotKept,
}: RemoteSignInParts): RemoteSignIn => {
  const given = new Map<string, { asked: AuthInfo; credentials: Credentials; isKept: boolean }>();
  /** Whether the person has canceled: attempts that follow by themselves ask nothing. */
  let hasDeclined = false;

  const ask = async (asked: AuthInfo, refused: Credentials | undefined): Promise<Credentials | undefined> => {
    const leave = hasDeclined ? undefined : gate.enter();
    if (!leave) return undefined;
    try {
      const { isProxy } = asked;
      const answer = await askSignIn({
        host: hostOf(asked),
        isProxy,
        server: server(),
        mayKeep: passwords.mayKeep(),
        refused: refused?.username,
      });
      hasDeclined = answer === 'canceled';
      if (!answer || answer === 'canceled') return undefined;
      const { keeps, ...credentials } = answer;
      // The host doesn't have to wait for the keyring.
      if (keeps) void passwords.keep(asked, credentials).then((isKept) => (isKept ? undefined : tellNotKept()));
      return credentials;
    } finally {
      leave();
    }
  };

  return {
    begin: () => given.clear(),
    fail() {
      for (const { asked, isKept } of given.values()) if (asked.isProxy && !isKept) void passwords.forget(asked);
    },
    askAgain() {
      hasDeclined = false;
    },
    async answer(asked, request) {
      const place = `${askerKey(asked)} ${request}`;
      const refused = given.get(place)?.credentials;
      // Before anything else: no later attempt sends it again.
      if (refused) void passwords.forget(asked);
      const kept = refused ? undefined : await passwords.find(asked);
      const credentials = kept ?? (await ask(asked, refused));
      if (credentials) given.set(place, { asked, credentials, isKept: kept !== undefined });
      return credentials;
    },
  };
};
