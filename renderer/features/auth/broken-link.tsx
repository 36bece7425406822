import { Alert } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Shown if a page that needs an email token was opened without one. */
export const MissingToken = () => {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" title={t('auth.brokenLink.title')} icon={<IconLinkOff aria-hidden />}>
      {t('auth.brokenLink.text')}
    </Alert>
  );
};
