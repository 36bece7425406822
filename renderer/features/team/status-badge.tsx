import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Member } from './team.logic.ts';

const colors: Record<Member['status'], string> = { active: 'verdigris', pending_deletion: 'yellow', removed: 'gray' };

export const StatusBadge = ({ status }: { status: Member['status'] }) => {
  const { t } = useTranslation();
  return <Badge color={colors[status]}>{t(`team.statuses.${status}`)}</Badge>;
};
