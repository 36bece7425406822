import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { actionLabel, actorLabel } from '../../components/audit-labels.ts';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';
import { type EventGroup, groupEvents } from './event-groups.logic.ts';
import { figureQueries } from './figures.ts';

const shownGroups = 8;

/** What happened, without naming people as the target of what they did themselves. */
const groupWords = ({ newest, count, kind, people }: EventGroup, t: Translate): string => {
  if (kind === 'sign_ins' && people > 1) return t('dashboard.events.signIns', { count, people });
  const { action, actor_id, target_id, target_label } = newest;
  const text =
    target_label === null || target_id === actor_id
      ? actionLabel(action, t)
      : t('dashboard.events.withTarget', { action: actionLabel(action, t), target: target_label });
  return count === 1 ? text : t('dashboard.events.times', { words: text, count });
};

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
              <Row key={group.newest.sequence} group={group} />
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </Section>
  );
};

const Row = ({ group }: { group: EventGroup }) => {
  const { t } = useTranslation();
  const { newest, people } = group;
  return (
    <li className="list-row event-row">
      <Text size="sm" fw={600} className="break-anywhere">
        {groupWords(group, t)}
      </Text>
      <Text size="sm" c="dimmed" className="break-anywhere">
        {people === 1 && actorLabel(newest, t)}
      </Text>
      <Text size="sm" c="dimmed" component="span">
        <Timestamp value={newest.at} show="relative" />
      </Text>
    </li>
  );
};
