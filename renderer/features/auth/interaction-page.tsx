import { useLoaderData, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AskedOfPerson } from '../../api/application-requests.ts';
import { Consent } from './consent.tsx';
import { GoOn } from './go-on.tsx';
import { RefusedPerson } from './refused-person.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignInOver } from './sign-in-over.tsx';
import { useDecision } from './use-decision.ts';

/** What an application wants of a person: that they sign in, or let it know them. */
export const InteractionPage = () => {
  const { uid } = useParams({ from: '/auth/oauth2/interaction/$uid' });
  const { account } = useSearch({ from: '/auth/oauth2/interaction/$uid' });
  const { asked } = useLoaderData({ from: '/auth/oauth2/interaction/$uid' });
  if (!asked) return <SignInOver />;
  if (account === 'other') return <SignIn asked={asked} />;
  if (asked.obstacle === 'FORBIDDEN') return <RefusedPerson asked={asked} uid={uid} />;
  if (asked.obstacle !== null) return <SignIn asked={asked} />;
  return asked.prompt === 'login' ? <SignedIn asked={asked} uid={uid} /> : <Consent asked={asked} uid={uid} />;
};

interface InteractionProps {
  asked: AskedOfPerson;
  uid: string;
}

const SignedIn = ({ asked, uid }: InteractionProps) => (
  <GoOn application={asked.application} onward={useDecision(uid)} sent="go-on" />
);

const SignIn = ({ asked: { application, account, obstacle } }: Pick<InteractionProps, 'asked'>) => {
  const { t } = useTranslation();
  const { restriction, sends_email, passkeys } = useLoaderData({ from: '/auth/oauth2/interaction/$uid' });
  const isOther = useSearch({ from: '/auth/oauth2/interaction/$uid' }).account === 'other';
  const lead = () => {
    if (isOther || account === null) return undefined;
    if (restriction) return t(`auth.application.requires.${restriction}`);
    return obstacle && t('auth.application.again', { application: application.name, email: account.email });
  };
  return (
    <SignInCard
      title={t('auth.application.signIn', { application: application.name })}
      lead={lead()}
      // What follows is another page than the dashboard.
      offer={{ sends_email, passkeys, preloadHome: () => {} }}
    />
  );
};
