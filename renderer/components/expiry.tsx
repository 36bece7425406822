import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from './clock.ts';
import { isExpired } from './key-choices.ts';
import { Timestamp } from './timestamp.tsx';

/** When a key or a secret expires, never, or that it has: also while the page stays open. */
export const Expiry = ({ expires_at }: { expires_at: string | null }) => {
  const { t } = useTranslation();
  const now = useNow();
  if (expires_at === null) return t('common.never');
  return isExpired({ expires_at }, now) ? (
    <Badge color="gray">{t('components.expired')}</Badge>
  ) : (
    <Timestamp value={expires_at} show="deadline" />
  );
};
