import { List, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionNames } from '#shared/rules/access-explanation.ts';
import type { Permission } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { Section } from '../../components/page.tsx';
import { permissionAreas } from '../../components/permission-areas.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { choiceParam } from '../../search-params.ts';
import { type ExplainedPermission, sourcesOf, wouldGive } from './member-permissions.logic.ts';
import type { Member } from './team.logic.ts';

/** What a member may do, why, and what would let them do it. */
export const MemberPermissions = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const [chosen, setChosen] = useState<Permission>('team.manage');
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const query = useQuery(trpc.customRoles.explainMemberAccess.queryOptions(target));
  return (
    <Section id="permissions" title={t('team.permissions.title')}>
      <Stack gap="sm">
        <NativeSelect
          label={t('team.permissions.label')}
          value={chosen}
          data={permissionAreas.map(({ name, permissions }) => ({
            group: t(`team.rights.areas.${name}`),
            items: permissionNames
              .filter((known) => permissions.some((permission) => permission === known))
              .map((value) => ({ value, label: t(`team.rights.permissions.${value}`) })),
          }))}
          onChange={(event) => setChosen(choiceParam(event.currentTarget.value, permissionNames) ?? chosen)}
        />
        <QueryBoundary state={query} subject={t('team.permissions.what')}>
          {({ permissions }) =>
            permissions
              .filter(({ permission }) => permission === chosen)
              .map((explained) => <Explanation key={chosen} member={member} explained={explained} />)
          }
        </QueryBoundary>
      </Stack>
    </Section>
  );
};

const Explanation = ({ member, explained }: { member: Member; explained: ExplainedPermission }) => {
  const { t } = useTranslation();
  const sources = sourcesOf(explained, t);
  return (
    <Stack gap="sm" aria-live="polite">
      <Text size="sm" fw={600}>
        {t(`team.permissions.reach.${explained.reach}`)}
      </Text>
      {member.status !== 'active' && (
        <Text size="sm" c="dimmed">
          {t('team.permissions.inactive')}
        </Text>
      )}
      {sources.length > 0 && <Reasons title={t('team.permissions.because')} items={sources} />}
      {explained.reach !== 'organization' && (
        <Reasons
          title={t(explained.reach === 'none' ? 'team.permissions.give' : 'team.permissions.giveEverywhere')}
          items={wouldGive(explained, t)}
        />
      )}
    </Stack>
  );
};

const Reasons = ({ title, items }: { title: string; items: readonly string[] }) => (
  <div>
    <Text size="sm" c="dimmed">
      {title}
    </Text>
    <List size="sm" spacing={2}>
      {items.map((item) => (
        <List.Item key={item} className="break-anywhere">
          {item}
        </List.Item>
      ))}
    </List>
  </div>
);
