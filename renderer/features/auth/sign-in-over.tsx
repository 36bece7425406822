import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';

/** Too late, in another browser, or no sign-in at all. Where it came from is unknown here, so there is no way back. */
export const SignInOver = () => {
  const { t } = useTranslation();
  return (
    <AuthCard title={t('auth.application.over.title')} lead={t('auth.application.over.text')} isNews>
      <ButtonLink {...paths.dashboard} variant="default" fullWidth>
        {t('components.notFound.action')}
      </ButtonLink>
    </AuthCard>
  );
};
