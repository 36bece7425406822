import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { actionWords, actorWords } from '../../components/audit-words.ts';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';

const shown = 5;

/** Recent activity, for users who may read the audit log. */
export const RecentEvents = ({ me: { tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().audit.listAuditEvents.queryOptions({ tenant_id, limit: shown }));
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
            {events.map(({ sequence, at, action, actor_id, actor_name, target_label }) => (
              <li key={sequence} className="list-row">
                <div style={{ flex: '1 1 220px' }} className="break-anywhere">
                  <Text size="sm" fw={500}>
                    {target_label === null
                      ? actionWords(action, t)
                      : t('dashboard.events.withTarget', { action: actionWords(action, t), target: target_label })}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {actorWords({ actor_id, actor_name }, t)}
                  </Text>
                </div>
                <Text size="sm" c="dimmed" component="span">
                  <Timestamp value={at} show="relative" />
                </Text>
              </li>
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </Section>
  );
};
