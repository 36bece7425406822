import { Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BarStrip } from '../../components/bar-strip.tsx';
import { bytesText } from '../../components/bytes.ts';
import { dayFormat } from '../../components/dates.ts';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { useDateStyle } from '../../components/preferences.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import type { Installation } from './installation.logic.ts';
import { Instances } from './instances.tsx';

/** Version, disk, backups, sign-ups, email and instances of the server. */
export const Overview = ({ installation }: { installation: Installation }) => (
  <Stack gap="var(--castellan-gap)">
    <Lead />
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="var(--castellan-gap)" verticalSpacing="var(--castellan-gap)">
      <About installation={installation} />
      <Disk disk={installation.disk} />
      <Backups disk={installation.disk} />
      <Email mail={installation.mail} />
    </SimpleGrid>
    {installation.database === 'server' && <Instances instances={installation.instances} />}
    <SignUps signUps={installation.sign_ups} />
  </Stack>
);

const Lead = () => {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      {t('installation.lead')}
    </Text>
  );
};

const About = ({ installation }: { installation: Installation }) => {
  const { t } = useTranslation();
  const { version, started_at, address, database, database_version, schema_version, node_version } = installation;
  return (
    <Section title={t('installation.about.title')}>
      <Facts
        rows={[
          { name: t('installation.about.version'), value: version },
          { name: t('installation.about.started'), value: <Timestamp value={started_at} show="absolute" /> },
          { name: t('installation.about.address'), value: <Code>{address}</Code> },
          {
            name: t('installation.about.database'),
            value: t(database === 'embedded' ? 'installation.about.embedded' : 'installation.about.postgres', {
              version: database_version,
            }),
          },
          { name: t('installation.about.schema'), value: schema_version },
          { name: t('installation.about.node'), value: node_version },
        ]}
      />
    </Section>
  );
};

type DiskFacts = Installation['disk'];

const Disk = ({ disk }: { disk: DiskFacts }) => {
  const { t, i18n } = useTranslation();
  const size = (bytes: number) => bytesText(bytes, i18n.language);
  return (
    <Section title={t('installation.disk.title')}>
      <Stack>
        <Facts cols={1} rows={[{ name: t('installation.disk.folder'), value: <Code>{disk.data_folder}</Code> }]} />
        <Facts
          rows={[
            { name: t('installation.disk.database'), value: size(disk.database_bytes) },
            ...(disk.wal_bytes === null ? [] : [{ name: t('installation.disk.wal'), value: size(disk.wal_bytes) }]),
            {
              name: t('installation.disk.free'),
              value: disk.free_bytes === null ? t('installation.disk.unknown') : size(disk.free_bytes),
            },
          ]}
        />
      </Stack>
    </Section>
  );
};

const Backups = ({ disk: { backup_folder, last_backup, backups } }: { disk: DiskFacts }) => {
  const { t, i18n } = useTranslation();
  const size = (bytes: number) => bytesText(bytes, i18n.language);
  return (
    <Section title={t('installation.backups.title')}>
      {backup_folder === null ? (
        <Group gap="xs">
          <Text size="sm">{t('installation.backups.notSet')}</Text>
          <AnchorLink {...paths.settingsTab('server')} size="sm">
            {t('installation.backups.setUp')}
          </AnchorLink>
        </Group>
      ) : (
        <Stack>
          <Facts cols={1} rows={[{ name: t('installation.backups.folder'), value: <Code>{backup_folder}</Code> }]} />
          {backups === null ? (
            <Text size="sm" c="red">
              {t('installation.backups.unreadable')}
            </Text>
          ) : (
            <Facts
              rows={[
                {
                  name: t('installation.backups.last'),
                  value: last_backup ? (
                    <>
                      <Timestamp value={last_backup.created_at} /> · {size(last_backup.bytes)}
                    </>
                  ) : (
                    t('installation.backups.none')
                  ),
                },
                {
                  name: t('installation.backups.all'),
                  value: t('installation.backups.count', { count: backups.count, size: size(backups.bytes) }),
                },
                ...(backups.oldest_at === null
                  ? []
                  : [{ name: t('installation.backups.oldest'), value: <Timestamp value={backups.oldest_at} /> }]),
              ]}
            />
          )}
        </Stack>
      )}
    </Section>
  );
};

const SignUps = ({ signUps: { mode, domains, days } }: { signUps: Installation['sign_ups'] }) => {
  const { t } = useTranslation();
  const format = dayFormat(useDateStyle(), { day: 'numeric', month: 'short' });
  const bars = days.map(({ day, organizations }) => {
    const at = format.format(new Date(`${day}T00:00:00Z`));
    return { at, label: t('installation.signUps.bar', { day: at, count: organizations }), value: organizations };
  });
  const sum = days.reduce((count, { organizations }) => count + organizations, 0);
  const label = t('installation.signUps.new', { count: sum });
  return (
    <Section title={t('installation.signUps.title')}>
      <Stack>
        <Facts
          rows={[
            { name: t('installation.signUps.mode'), value: t(`installation.signUps.${mode}`) },
            {
              name: t('installation.signUps.domains'),
              value: domains.length === 0 ? t('installation.signUps.anyDomain') : domains.join(', '),
            },
          ]}
        />
        <Stack gap={4}>
          {sum > 0 && <BarStrip bars={bars} label={label} />}
          <Text size="xs" c="dimmed" aria-hidden={sum > 0}>
            {label}
          </Text>
        </Stack>
      </Stack>
    </Section>
  );
};

const Email = ({ mail: { queued, failed, abandoned } }: { mail: Installation['mail'] }) => {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Section title={t('installation.mail.title')}>
      <Facts
        cols={3}
        rows={[
          { name: t('installation.mail.waiting'), value: number.format(queued) },
          { name: t('mail.states.failed'), value: number.format(failed) },
          { name: t('mail.states.abandoned'), value: number.format(abandoned) },
        ]}
      />
    </Section>
  );
};
