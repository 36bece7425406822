import { Code, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BarStrip } from '../../components/bar-strip.tsx';
import { bytesText } from '../../components/bytes.ts';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Installation } from './server.logic.ts';

/** Version, disk, sign-ups and email of the server. */
export const Overview = ({ installation }: { installation: Installation }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="var(--castellan-gap)" verticalSpacing="var(--castellan-gap)">
    <About installation={installation} />
    <Disk installation={installation} />
    <SignUps signUps={installation.sign_ups} />
    <Email mail={installation.mail} />
  </SimpleGrid>
);

const About = ({ installation }: { installation: Installation }) => {
  const { t } = useTranslation();
  const { version, started_at, address, database, schema_version, node_version } = installation;
  return (
    <Section title={t('server.about.title')}>
      <Facts
        rows={[
          { name: t('server.about.version'), value: version },
          { name: t('server.about.started'), value: <Timestamp value={started_at} /> },
          { name: t('server.about.address'), value: <Code>{address}</Code> },
          {
            name: t('server.about.database'),
            value: t(database === 'embedded' ? 'server.about.embedded' : 'server.about.postgres'),
          },
          { name: t('server.about.schema'), value: schema_version },
          { name: t('server.about.node'), value: node_version },
        ]}
      />
    </Section>
  );
};

const Disk = ({ installation: { disk } }: { installation: Installation }) => {
  const { t, i18n } = useTranslation();
  const size = (bytes: number) => <span className="figures">{bytesText(bytes, i18n.language)}</span>;
  const { last_backup } = disk;
  return (
    <Section title={t('server.disk.title')}>
      <Facts
        rows={[
          { name: t('server.disk.folder'), value: <Code>{disk.data_folder}</Code> },
          {
            name: t('server.disk.free'),
            value: disk.free_bytes === null ? t('server.disk.unknown') : size(disk.free_bytes),
          },
          { name: t('server.disk.database'), value: size(disk.database_bytes) },
          ...(disk.wal_bytes === null ? [] : [{ name: t('server.disk.wal'), value: size(disk.wal_bytes) }]),
          {
            name: t('server.disk.backupFolder'),
            value: disk.backup_folder === null ? t('server.disk.noBackups') : <Code>{disk.backup_folder}</Code>,
          },
          {
            name: t('server.disk.lastBackup'),
            value: last_backup ? (
              <>
                <Timestamp value={last_backup.created_at} /> · {size(last_backup.bytes)}
              </>
            ) : (
              t('server.disk.never')
            ),
          },
        ]}
      />
    </Section>
  );
};

const SignUps = ({ signUps: { mode, domains, days } }: { signUps: Installation['sign_ups'] }) => {
  const { t, i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const bars = days.map(({ day, organizations }) => ({
    label: t('server.signUps.bar', { day: format.format(new Date(`${day}T00:00:00Z`)), count: organizations }),
    value: organizations,
  }));
  const label = t('server.signUps.new', { count: days.reduce((sum, { organizations }) => sum + organizations, 0) });
  return (
    <Section title={t('server.signUps.title')}>
      <Stack>
        <Facts
          rows={[
            { name: t('server.signUps.mode'), value: t(`server.signUps.${mode}`) },
            {
              name: t('server.signUps.domains'),
              value: domains.length === 0 ? t('server.signUps.anyDomain') : domains.join(', '),
            },
          ]}
        />
        <Stack gap={4}>
          <BarStrip bars={bars} label={label} />
          <Text size="xs" c="dimmed" aria-hidden>
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
    <Section title={t('server.mail.title')}>
      <Facts
        rows={[
          { name: t('server.mail.queued'), value: number.format(queued) },
          { name: t('server.mail.failed'), value: number.format(failed) },
          { name: t('server.mail.abandoned'), value: number.format(abandoned) },
        ]}
      />
    </Section>
  );
};
