import { Box, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listSessionHistory } from '#shared/contract/sessions/list-session-history.ts';
import { useTRPC } from '../../api/context.tsx';
import { deviceLabel } from '../../components/device.logic.ts';
import { Section } from '../../components/page.tsx';
import { PagedList, usePagedQuery } from '../../components/paged-list.tsx';
import { placeOf } from '../../components/place.logic.ts';
import { EmptyState } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import { RowStatus } from '../../components/row-status.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';

type Ended = OutputOf<typeof listSessionHistory>['sessions'][number];

/** Ended sessions and why they ended, so that users can spot one they don't recognize. */
export const EndedSessions = () => {
  const { t } = useTranslation();
  const { page = 1 } = useSearch({ from: '/shell/dashboard/sessions' });
  const navigate = useNavigate();
  const trpc = useTRPC();
  const list = usePagedQuery((slice) => trpc.sessions.listSessionHistory.queryOptions({ state: 'ended', ...slice }), {
    page,
    onPage: (next) =>
      void navigate({ ...paths.sessions, search: next === 1 ? {} : { page: next }, resetScroll: false }),
    pageSize: 10,
  });
  return (
    <Section
      title={t('sessions.history.title')}
      lead={richText(
        {
          link: (
            <AnchorLink {...paths.password} inherit underline="always">
              {t('sessions.history.password')}
            </AnchorLink>
          ),
        },
        (marks) => t('sessions.history.lead', marks),
      )}
    >
      <PagedList
        list={list}
        subject={t('sessions.history.what')}
        counted={(count) => t('sessions.history.counted', { count })}
        isFlush
        hidesSinglePage
        empty={<EmptyState icon={<IconHistory />} title={t('sessions.history.none')} />}
      >
        {({ sessions }) => (
          <RowList label={t('sessions.history.title')}>
            {sessions.map((session) => (
              <EndedSession key={session.session_id} session={session} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Section>
  );
};

const EndedSession = ({ session }: { session: Ended }) => {
  const { t, i18n } = useTranslation();
  const { device, ip_address, country, created_at, ended_at, end_reason, sign_in_method } = session;
  return (
    <Box component="li" className="list-row">
      <div style={{ flex: '1 1 200px' }} className="break-anywhere">
        <Text size="sm" fw={600}>
          {deviceLabel(device, t)}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            placeOf(ip_address, country, i18n.language),
            sign_in_method && t(`components.session.methods.${sign_in_method}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {end_reason && (
        <RowStatus color={end_reason === 'reuse_detected' ? 'red' : 'gray'}>
          {t(`sessions.endedBy.${end_reason}`)}
        </RowStatus>
      )}
      <Group gap="lg" w={{ base: '100%', sm: 'auto' }}>
        <Moment label={t('components.session.started')} value={created_at} />
        {ended_at && <Moment label={t('sessions.history.ended')} value={ended_at} />}
      </Group>
    </Box>
  );
};

const Moment = ({ label, value }: { label: string; value: string }) => (
  <Box w={150}>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="sm">
      <Timestamp value={value} show="absolute" />
    </Text>
  </Box>
);
