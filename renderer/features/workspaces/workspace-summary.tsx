import { Badge, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import type { Me } from '../../api/context.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import type { Workspace } from './workspaces.logic.ts';

/** What a workspace is, at a glance. */
export const WorkspaceSummary = ({ me, workspace }: { me: Me; workspace: Workspace }) => {
  const seesPeople = may(me, 'team.read');
  const { t } = useTranslation();
  const { workspace_id, slug, description, member_count, my_role, created_at, created_by } = workspace;
  return (
    <Section title={t('workspaces.summary.title')}>
      <Stack gap="md">
        <Text size="sm" {...(description === '' && { c: 'dimmed' })} className="break-anywhere workspace-description">
          {description === '' ? t('workspaces.summary.noDescription') : description}
        </Text>
        <Facts
          cols={2}
          rows={[
            ...(seesPeople
              ? [
                  {
                    name: t('workspaces.members.title'),
                    value: (
                      <AnchorLink {...paths.workspaceTab(slug, 'members')} size="sm">
                        {t('workspaces.memberCount', { count: member_count })}
                      </AnchorLink>
                    ),
                  },
                ]
              : []),
            {
              name: t('workspaces.summary.yourRole'),
              value: my_role ? <Badge>{t(`roles.workspace.${my_role}`)}</Badge> : '–',
            },
            { name: t('workspaces.summary.created'), value: <Timestamp value={created_at} show="date" /> },
            ...(seesPeople
              ? [
                  {
                    name: t('workspaces.summary.createdBy'),
                    value: created_by ? (
                      <AnchorLink {...paths.member(created_by.user_id)} size="sm">
                        {created_by.name}
                      </AnchorLink>
                    ) : (
                      '–'
                    ),
                  },
                ]
              : []),
            { name: t('workspaces.settings.slug'), value: slug },
          ]}
        />
        <CopyField label={t('workspaces.summary.id')} value={workspace_id} isFact />
      </Stack>
    </Section>
  );
};
