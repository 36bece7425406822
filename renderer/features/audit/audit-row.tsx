import { ActionIcon, Anchor, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { actorLabel } from '../../components/audit-labels.ts';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { type AuditEvent, eventSentence } from './audit.logic.ts';
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
            {actor} · <Target event={event} />
            <Text size="xs" c="dimmed">
              <Timestamp value={event.at} show="relative" />
              {event.ip_address && ` · ${event.ip_address}`}
            </Text>
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm">{actor}</Table.Td>
        <Table.Td visibleFrom="sm">
          <Target event={event} />
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

/** The page of what an entry is about, where there is one. A slug changes, so a workspace is found by its name. */
const targetLink = (kind: AuditEvent['target_kind'], id: string, label: string | null) => {
  if (kind === 'user') return paths.member(id);
  if (kind === 'mail') return paths.mailPreview(id);
  if (kind === 'invitation' && label !== null) return paths.invitationsOf(label);
  if (kind === 'workspace' && label !== null) return { ...paths.workspaces, search: { q: label } };
  if (kind === 'group') return paths.group(id);
  if (kind === 'tenant') return paths.settings;
  return undefined;
};

const Target = ({ event: { target_kind, target_id, target_label } }: { event: AuditEvent }) => {
  const { t } = useTranslation();
  const link = targetLink(target_kind, target_id, target_label);
  if (link && target_label !== null) {
    return (
      <AnchorLink {...link} size="sm" className="one-line break-anywhere" title={target_label}>
        {target_label}
      </AnchorLink>
    );
  }
  return (
    <Text component="span" size="sm" className="one-line break-anywhere" {...(target_label && { title: target_label })}>
      {target_label ?? t('audit.erased')}
    </Text>
  );
};
