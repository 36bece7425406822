import { useLoaderData, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignUpMode } from '#shared/rules/sign-ups.ts';
import { AnchorLink } from '../../components/router-link.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { SignInCard, type SignInOffer } from './sign-in-card.tsx';
import { useGoingTo } from './use-way-on.ts';

export const LoginPage = () => (
  <SignIn {...useSearch({ from: '/auth/login' })} {...useLoaderData({ from: '/auth/login' })} />
);

/** The sign-in page of one organization. */
export const OrganizationLoginPage = () => (
  <SignIn {...useSearch({ from: '/auth/sign-in/$slug' })} {...useLoaderData({ from: '/auth/sign-in/$slug' })} />
);

interface SignInProps extends Omit<ComponentProps<typeof SignInCard>, 'title' | 'offer'>, SignInOffer {
  sign_ups: SignUpMode;
  sample_offered: boolean;
}

const SignIn = ({ sign_ups, sample_offered, sends_email, passkeys, preloadHome, ...shown }: SignInProps) => {
  const { t } = useTranslation();
  const { organization } = shown;
  return (
    <SignInCard
      title={organization ? t('auth.login.to', { organization: organization.name }) : t('auth.login.title')}
      {...shown}
      offer={{ sends_email, passkeys, preloadHome }}
      footer={organization ? <ElsewhereLink /> : sign_ups === 'open' && <SignUpLink />}
    >
      {sample_offered && !organization && (
        <AnchorLink {...paths.welcome} size="sm" ta="center">
          {t('auth.login.sample')}
        </AnchorLink>
      )}
    </SignInCard>
  );
};

const SignUpLink = () => {
  const { t } = useTranslation();
  const signUp = (
    <AnchorLink {...paths.signup} underline="always">
      {t('auth.login.signUp')}
    </AnchorLink>
  );
  return richText({ signUp }, (marks) => t('auth.login.noAccount', marks));
};

const ElsewhereLink = () => {
  const { t } = useTranslation();
  return (
    <AnchorLink {...paths.login} search={useGoingTo()} underline="always">
      {t('auth.login.elsewhere')}
    </AnchorLink>
  );
};
