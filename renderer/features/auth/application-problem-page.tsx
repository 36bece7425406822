import { Code } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';

const texts = {
  invalid_client: 'auth.applicationProblem.unknownApplication',
  invalid_redirect_uri: 'auth.applicationProblem.unknownAddress',
} as const;

/** An application sent someone here with a request that can't be answered. Which one it was is unknown, so there is no way back. */
export const ApplicationProblemPage = () => {
  const { t } = useTranslation();
  const { error, redirect_uri: address } = useSearch({ from: '/auth/oauth2/problem' });
  return (
    <AuthCard
      title={t('auth.applicationProblem.title')}
      lead={t(error ? texts[error] : 'auth.applicationProblem.invalid')}
      isNews
    >
      {address !== undefined && <Code block>{address}</Code>}
      <ButtonLink {...paths.dashboard} variant="default" fullWidth>
        {t('components.notFound.action')}
      </ButtonLink>
    </AuthCard>
  );
};
