import { ActionIcon, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { actorLabel } from '../../components/audit-labels.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { AuditEvent } from './audit.logic.ts';
import { AuditRow } from './audit-row.tsx';

interface SignInRowsProps {
  signIns: [AuditEvent, ...AuditEvent[]];
  people: number;
  onActor: (actorId: string) => void;
}

/** Sign-ins that follow each other, in one row until it is opened. */
export const SignInRows = ({ signIns, people, onActor }: SignInRowsProps) => {
  const { t } = useTranslation();
  const [opened, { toggle }] = useDisclosure();
  const [newest] = signIns;
  const count = signIns.length;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Text size="sm" c="dimmed">
            {t('audit.signIns.together', { count })}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            <Timestamp value={newest.at} show="relative" />
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm" c="dimmed">
          {people === 1 ? actorLabel(newest, t) : t('audit.signIns.people', { count: people })}
        </Table.Td>
        <Table.Td visibleFrom="sm" />
        <Table.Td visibleFrom="sm" c="dimmed">
          <Timestamp value={newest.at} />
        </Table.Td>
        <Table.Td visibleFrom="md" />
        <Table.Td>
          <ActionIcon
            aria-label={t('audit.signIns.toggle', { number: newest.sequence })}
            aria-expanded={opened}
            onClick={toggle}
          >
            {opened ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </ActionIcon>
        </Table.Td>
      </Table.Tr>
      {opened && signIns.map((event) => <AuditRow key={event.sequence} event={event} onActor={onActor} />)}
    </>
  );
};
