import { useLoaderData, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AskedForHost } from '../../api/application-requests.ts';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';
import { GoOn } from './go-on.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignInOver } from './sign-in-over.tsx';
import { useWayOn } from './use-decision.ts';

/** The sign-in on the way to a host that a reverse proxy protects. Whoever is signed in already doesn't see it. */
export const ProtectedHostPage = () => {
  const { asked, ticket } = useLoaderData({ from: '/auth/forward-auth/sign-in' });
  const { account } = useSearch({ from: '/auth/forward-auth/sign-in' });
  if (!asked) return <SignInOver />;
  if (account === 'other') return <SignIn asked={asked} />;
  if (asked.obstacle === 'FORBIDDEN') return <Refused asked={asked} ticket={ticket} />;
  return asked.obstacle === null ? <SignedIn asked={asked} ticket={ticket} /> : <SignIn asked={asked} />;
};

interface HostProps {
  asked: AskedForHost;
  ticket: string;
}

const SignedIn = ({ asked, ticket }: HostProps) => (
  <GoOn application={asked.application} onward={useWayOn(ticket)} sent={undefined} />
);

const SignIn = ({ asked: { application, account, asks_second_factor } }: { asked: AskedForHost }) => {
  const { t } = useTranslation();
  const { restriction, sends_email, passkeys } = useLoaderData({ from: '/auth/forward-auth/sign-in' });
  const isOther = useSearch({ from: '/auth/forward-auth/sign-in' }).account === 'other';
  const lead = () => {
    if (isOther || account === null) return undefined;
    if (restriction) return t(`auth.application.requires.${restriction}`);
    return asks_second_factor ? t('auth.application.secondFactor', { email: account.email }) : undefined;
  };
  return (
    <SignInCard
      title={t('auth.application.signIn', { application: application.name })}
      lead={lead()}
      offer={{ sends_email, passkeys, preloadHome: () => {} }}
    />
  );
};

/** For people who may not open what they asked for. The host would only lead them here again, so there is no way back. */
const Refused = ({ asked: { application, account }, ticket }: HostProps) => {
  const { t } = useTranslation();
  const named = { application: application.name, email: account?.email ?? '' };
  return (
    <AuthCard
      title={t('auth.application.refused.title', named)}
      lead={t('auth.application.refused.text', named)}
      isNews
    >
      <ButtonLink {...paths.protectedHostAsAnother(ticket)} fullWidth>
        {t('auth.application.otherAccount')}
      </ButtonLink>
    </AuthCard>
  );
};
