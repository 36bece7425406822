import { Badge } from '@mantine/core';
import { type Member, statusLabels } from './team.rules.ts';

const colors: Record<Member['status'], string> = { active: 'verdigris', pending_deletion: 'yellow', removed: 'gray' };

export const StatusBadge = ({ status }: { status: Member['status'] }) => (
  <Badge color={colors[status]}>{statusLabels[status]}</Badge>
);
