import { Badge } from '@mantine/core';
import type { Invitation } from './team.rules.ts';

export const invitationStatusLabels: Record<Invitation['status'], string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
};

const colors: Record<Invitation['status'], string> = {
  pending: 'yellow',
  accepted: 'verdigris',
  revoked: 'gray',
  expired: 'red',
};

export const InvitationStatus = ({ status }: { status: Invitation['status'] }) => (
  <Badge color={colors[status]}>{invitationStatusLabels[status]}</Badge>
);
