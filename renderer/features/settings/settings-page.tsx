import { Anchor, Badge, Code, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getServiceInfo } from '#shared/contract/settings/get-service-info.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { bytesText } from '../../components/bytes.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { Facts } from '../../components/facts.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { apiReference, license, openApiDocument, paths } from '../../paths.ts';
import { BackupsSection } from './backups-section.tsx';
import { CommandField } from './command-field.tsx';
import { DesktopAppSection } from './desktop-app-section.tsx';
import { commandsFor, policyRows } from './settings.logic.ts';

type ServiceInfo = OutputOf<typeof getServiceInfo>;

/** The tabs that are features of their own. */
interface SettingsPageProps {
  organization: ComponentType<{ me: Me }>;
  serviceAccounts: ComponentType<{ me: Me }>;
}

export const SettingsPage = ({
  organization: OrganizationPanel,
  serviceAccounts: ServiceAccountsPanel,
}: SettingsPageProps) => {
  const { t } = useTranslation();
  const me = useMe();
  const { tab = 'organization' } = useSearch({ from: '/shell/dashboard/settings' });
  return (
    <Page title={t('settings.title')} tab={tab === 'organization' ? undefined : t(`settings.tabs.${tab}`)} width="form">
      <SearchParamTabs
        open={tab}
        linkTo={(name) => (name === 'organization' ? { ...paths.settings, search: {} } : paths.settingsTab(name))}
        tabs={[
          { name: 'organization', label: t('settings.tabs.organization'), panel: <OrganizationPanel me={me} /> },
          {
            name: 'service-accounts',
            label: t('settings.tabs.service-accounts'),
            panel: <ServiceAccountsPanel me={me} />,
          },
          { name: 'server', label: t('settings.tabs.server'), panel: <ServerPanel me={me} /> },
        ]}
      />
    </Page>
  );
};

/** What operators look for most comes first: version, backups, limits that apply to everyone, and API access. */
const ServerPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().settings.getServiceInfo.queryOptions());
  return (
    <QueryBoundary state={query} subject={t('settings.what')}>
      {(info) => (
        <Stack gap="lg">
          <About info={info} />
          {may(me, 'backups.manage') && <BackupsSection dataFolder={info.host?.data_folder} />}
          <Policy info={info} />
          <LocalApi me={me} info={info} />
          <DesktopAppSection me={me} address={info.address} />
        </Stack>
      )}
    </QueryBoundary>
  );
};

const LocalApi = ({ me, info }: { me: Me; info: ServiceInfo }) => {
  const { t } = useTranslation();
  return (
    <Section id="api" title={t('settings.api.title')} lead={t('settings.api.lead')}>
      <Stack gap="lg">
        <CopyField label={t('settings.api.address')} value={info.address} />
        {commandsFor(info.address, me.email).map(({ name, line }) => (
          <CommandField key={name} label={t(`settings.api.commands.${name}`)} line={line} />
        ))}
        <Text size="sm" c="dimmed">
          {t('settings.api.hint')}
        </Text>
        {info.host && (
          <div>
            <Text size="sm" fw={600} mb={4}>
              {t('settings.api.hosts')}
            </Text>
            <Group gap="xs">
              {info.host.allowed_hosts.map((host) => (
                <Code key={host}>{host}</Code>
              ))}
            </Group>
            <Text size="xs" c="dimmed" mt={4}>
              {richText({ flag: <Code className="unbroken">{'--public-url'}</Code> }, (marks) =>
                t('settings.api.hostsOf', marks),
              )}
            </Text>
          </div>
        )}
        <Group gap="lg">
          <OtherPage href={apiReference} label={t('navigation.apiReference')} />
          <OtherPage href={openApiDocument} label={t('settings.api.document')} />
        </Group>
      </Stack>
    </Section>
  );
};

const OtherPage = ({ href, label }: { href: string; label: string }) => (
  <Anchor href={href} target="_blank" rel="noreferrer" size="sm" underline="always">
    <Group component="span" gap={4} display="inline-flex">
      {label}
      <IconExternalLink size={14} aria-hidden />
    </Group>
  </Anchor>
);

const Policy = ({ info }: { info: ServiceInfo }) => {
  const { t } = useTranslation();
  return (
    <Section
      id="limits"
      title={t('settings.policy.title')}
      lead={t('settings.policy.lead')}
      actions={
        <Badge color={info.rate_limits ? 'verdigris' : 'yellow'}>
          {t(info.rate_limits ? 'settings.policy.on' : 'settings.policy.off')}
        </Badge>
      }
    >
      <Facts rows={policyRows(info.rate_limits, t)} spacing="lg" verticalSpacing="md" />
    </Section>
  );
};

const About = ({ info }: { info: ServiceInfo }) => {
  const { t, i18n } = useTranslation();
  const { host } = info;
  const rows = [
    { name: t('settings.about.version'), value: info.version },
    { name: t('settings.about.started'), value: <Timestamp value={info.started_at} /> },
    ...(host
      ? [
          { name: t('settings.about.folder'), value: <Code>{host.data_folder}</Code> },
          { name: t('settings.about.database'), value: bytesText(host.database_bytes, i18n.language) },
          { name: t('settings.about.schema'), value: host.schema_version },
          { name: t('settings.about.node'), value: host.node_version },
          { name: t('settings.about.logLevel'), value: host.log_level },
        ]
      : []),
    { name: t('settings.about.license'), value: <OtherPage href={license} label="MIT" /> },
  ];
  return (
    <Section id="about" title={t('settings.about.title')} {...(!host && { lead: t('settings.about.guest') })}>
      <Facts rows={rows} spacing="lg" verticalSpacing="md" />
    </Section>
  );
};
