import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { AuditActor, AuditTarget } from '../../components/audit-names.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { type EventGroup, groupEvents, groupText } from './event-groups.logic.ts';
import { figureQueries } from './figures.ts';

const shownGroups = 8;

/** Recent activity, for users who may read the audit log. */
export const RecentEvents = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).events);
  return (
    <Section
      title={t('dashboard.events.title')}
      actions={
        <AnchorLink {...paths.audit} size="sm">
          {t('navigation.audit')}
        </AnchorLink>
      }
    >
      <QueryBoundary state={query} subject={t('dashboard.events.what')}>
        {({ events }) => (
          <RowList label={t('dashboard.events.title')}>
            {groupEvents(events, shownGroups).map((group) => (
              <Row key={group.events[0].sequence} group={group} />
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </Section>
  );
};

/** What happened and to what, in the words of the audit log, and then who did it. Own accounts aren't named again. */
const Row = ({ group }: { group: EventGroup }) => {
  const { t } = useTranslation();
  const { events, people } = group;
  const [newest] = events;
  const hasTarget = newest.target_label !== null && newest.target_id !== newest.actor_id;
  return (
    <li className="list-row event-row">
      <Text component="div" size="sm" className="event-names">
        <span className="break-anywhere">{groupText(group, t)}</span>
        {people === 1 && hasTarget && (
          <>
            {' '}
            <span aria-hidden>·</span> <AuditTarget event={newest} />
          </>
        )}
      </Text>
      <Text component="div" size="sm" c="dimmed">
        {people === 1 && <AuditActor event={newest} />}
      </Text>
      <Text size="sm" c="dimmed" component="span">
        <Timestamp value={newest.at} show="relative" />
      </Text>
    </li>
  );
};
