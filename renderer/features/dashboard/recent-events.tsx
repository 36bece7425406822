import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditActions, erasedName } from '#shared/audit.ts';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { Loadable } from '../../components/loadable.tsx';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';

const shown = 5;

/** What happened last, for those who may read the audit log. */
export const RecentEvents = ({ me: { tenant_id } }: { me: Me }) => {
  const query = useQuery(useTRPC().audit.listAuditEvents.queryOptions({ tenant_id, limit: shown }));
  return (
    <Section
      title="Last events"
      actions={
        <AnchorLink {...paths.audit} size="sm">
          Audit log
        </AnchorLink>
      }
    >
      <Loadable state={query} what="The last events">
        {({ events }) => (
          <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }} aria-label="Last events">
            {events.map(({ sequence, at, action, actor_name, target_label }) => (
              <li key={sequence} className="list-row">
                <div style={{ flex: '1 1 220px' }} className="break-anywhere">
                  <Text size="sm" fw={500}>
                    {auditActions[action]}
                    {target_label !== null && `: ${target_label}`}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {actor_name ?? erasedName}
                  </Text>
                </div>
                <Text size="sm" c="dimmed" component="span">
                  <Timestamp value={at} show="relative" />
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </Loadable>
    </Section>
  );
};
