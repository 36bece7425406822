import { ActionIcon, Anchor, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { actorLabel } from '../../components/audit-labels.ts';
import { AuditTarget } from '../../components/audit-names.tsx';
import { eventSentence } from '../../components/audit-sentence.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { AuditEvent } from './audit.logic.ts';
import { EventDetail } from './event-detail.tsx';

interface AuditRowProps {
  event: AuditEvent;
  onActor: (actorId: string) => void;
}

/** One row. A narrow window stacks the other columns below the first. */
export const AuditRow = ({ event, onActor }: AuditRowProps) => {
  const { t } = useTranslation();
  const [opened, { toggle }] = useDisclosure();
  const detailId = useId();
  const sentence = eventSentence(event, t);
  const actor = (
    <Anchor
      component="button"
      type="button"
      size="sm"
      ta="left"
      className="one-line break-anywhere"
      title={t('audit.onlyThem')}
      onClick={() => onActor(event.actor_id)}
    >
      {actorLabel(event, t)}
    </Anchor>
  );
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <div className="row-text">
            <Text component="div" size="sm" className="row-detail" title={sentence}>
              {sentence}
            </Text>
          </div>
          <Text component="div" size="sm" hiddenFrom="sm">
            {actor} · <AuditTarget event={event} />
            <Text size="xs" c="dimmed">
              <Timestamp value={event.at} show="relative" />
              {event.ip_address && ` · ${event.ip_address}`}
            </Text>
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm">{actor}</Table.Td>
        <Table.Td visibleFrom="sm">
          <AuditTarget event={event} />
        </Table.Td>
        <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
          <Timestamp value={event.at} />
        </Table.Td>
        <Table.Td visibleFrom="md">
          <Text size="sm" c="dimmed" className="one-line" {...(event.ip_address && { title: event.ip_address })}>
            {event.ip_address ?? '–'}
          </Text>
        </Table.Td>
        <Table.Td>
          <ActionIcon
            aria-label={t('audit.detail.toggle', { number: event.sequence })}
            aria-expanded={opened}
            aria-controls={detailId}
            onClick={toggle}
          >
            {opened ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </ActionIcon>
        </Table.Td>
      </Table.Tr>
      {opened && (
        <Table.Tr id={detailId}>
          <Table.Td colSpan={6}>
            <EventDetail event={event} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
};
