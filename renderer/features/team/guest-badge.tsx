import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Marks a guest, which most people aren't. */
export const GuestBadge = ({ guest = false }: { guest?: boolean | undefined }) => {
  const { t } = useTranslation();
  return guest && <Badge size="xs">{t('team.guest.badge')}</Badge>;
};
