import { Divider } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTRPCClient } from '../../api/context.tsx';
import { answerWithPasskey } from '../../api/passkeys.ts';
import type { TokenAnswer } from '../../api/tokens.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface PasskeySignInProps {
  /** Starts the session, or goes on to what the service asks for first. */
  enter: (answer: Promise<TokenAnswer>) => Promise<unknown>;
  /** Whose members alone can sign in; undefined on the page of everyone. */
  page: { sign_in_slug: string } | undefined;
}

/** Signing in with a passkey alone, below the form with the password. */
export const PasskeySignIn = ({ enter, page }: PasskeySignInProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return (
    <>
      <Divider label={t('auth.login.or')} />
      <PasskeyButton
        variant="default"
        sign={async () => {
          const challenge = await client.auth.startPasskeyLogin.mutate({ origin: location.origin });
          return enter(client.auth.loginWithPasskey.mutate({ ...(await answerWithPasskey(challenge)), ...page }));
        }}
      >
        {t('auth.login.passkey')}
      </PasskeyButton>
    </>
  );
};
