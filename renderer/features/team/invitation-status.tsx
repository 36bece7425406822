import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Invitation } from './team.logic.ts';

const colors: Record<Invitation['status'], string> = {
  pending: 'yellow',
  accepted: 'verdigris',
  revoked: 'gray',
  expired: 'red',
};

export const InvitationStatus = ({ status }: { status: Invitation['status'] }) => {
  const { t } = useTranslation();
  return <Badge color={colors[status]}>{t(`team.states.${status}`)}</Badge>;
};
