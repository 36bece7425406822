import { Box, Code, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { actorLabel } from '../../components/audit-labels.ts';
import { detailFacts } from '../../components/audit-sentence.ts';
import { formatUtc } from '../../components/dates.ts';
import { deviceLabel } from '../../components/device.logic.ts';
import { Facts } from '../../components/facts.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { AuditEvent } from './audit.logic.ts';

/** Everything that the log knows about an event. */
export const EventDetail = ({ event }: { event: AuditEvent }) => {
  const { t } = useTranslation();
  const known = (value: string | null) => value ?? t('audit.detail.unknown');
  const device = event.device === null ? known(null) : deviceLabel(event.device, t);
  const deviceFact = { name: t('audit.detail.device'), value: device };
  const rows = [
    {
      name: t('audit.columns.when'),
      value: (
        <>
          <Timestamp value={event.at} show="absolute" />
          <Text size="xs" c="dimmed">
            {formatUtc(event.at)}
          </Text>
        </>
      ),
    },
    { name: t('audit.columns.who'), value: <Named name={actorLabel(event, t)} id={event.actor_id} /> },
    {
      name: t('audit.columns.whom'),
      value: <Named name={event.target_label ?? t('audit.erased')} id={event.target_id} />,
    },
    { name: t('audit.columns.from'), value: known(event.ip_address) },
    deviceFact,
    { name: t('audit.detail.request'), value: <Id value={event.request_id} /> },
    // A sign-in also names its device in its details.
    ...detailFacts(event.details, t).filter(({ name, value }) => name !== deviceFact.name || value !== device),
    { name: t('audit.detail.number'), value: event.sequence },
    { name: t('audit.detail.hash'), value: <Id value={event.hash} /> },
  ];
  return (
    <Box py="sm">
      <Facts cols={{ base: 2, md: 4 }} spacing="md" verticalSpacing="sm" rows={rows} />
    </Box>
  );
};

const Named = ({ name, id }: { name: string; id: string }) => (
  <>
    {name}
    <Text size="xs" c="dimmed" className="break-anywhere">
      {id}
    </Text>
  </>
);

const Id = ({ value }: { value: string | null }) => {
  const { t } = useTranslation();
  return value === null ? (
    t('audit.detail.unknown')
  ) : (
    <Code fz="xs" className="break-anywhere">
      {value}
    </Code>
  );
};
