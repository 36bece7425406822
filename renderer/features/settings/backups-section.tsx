import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { localBridge } from '../../api/desktop.ts';
import { failureOf } from '../../api/problem.ts';
import { bytesText } from '../../components/bytes.ts';
import { Facts } from '../../components/facts.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { CommandField } from './command-field.tsx';
import { DesktopBackups } from './desktop-backups.tsx';
import { backupCommand, backupVariables, durationText } from './settings.logic.ts';

const pollMs = 2_000;

/** The installation's backups, for owners of the admin team. */
export const BackupsSection = ({ dataFolder }: { dataFolder: string | undefined }) => {
  const { t, i18n } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: status } = useQuery(
    trpc.settings.getBackupStatus.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.running ? pollMs : false),
      // Waiting for a backup is no activity.
      trpc: { context: { background: true } },
    }),
  );
  const start = useMutation(
    trpc.settings.backUpNow.mutationOptions({
      onSuccess: (started) => queryClient.setQueryData(trpc.settings.getBackupStatus.queryKey(), started),
    }),
  );
  if (!status?.manageable) return null;
  const own = localBridge();
  const { plan, last, failure, running } = status;
  const rows = plan
    ? [
        {
          name: t('settings.backups.last'),
          value: last ? (
            <Timestamp value={last.created_at} />
          ) : (
            t(running ? 'settings.backups.first' : 'settings.backups.none')
          ),
        },
        { name: t('settings.backups.size'), value: last ? bytesText(last.bytes, i18n.language) : '–' },
        { name: t('settings.backups.folder'), value: <Code>{plan.folder}</Code> },
        { name: t('settings.backups.every'), value: durationText(plan.every_seconds * 1_000, t) },
        { name: t('settings.backups.keep'), value: plan.keep },
        {
          name: t('settings.backups.keys'),
          value: t(plan.keys ? 'settings.backups.sealed' : 'settings.backups.absent'),
        },
      ]
    : [];
  return (
    <Section
      id="backups"
      title={t('settings.backups.title')}
      lead={t('settings.backups.lead')}
      actions={
        plan && (
          <Button size="xs" variant="default" loading={running || start.isPending} onClick={() => start.mutate({})}>
            {t('settings.backups.now')}
          </Button>
        )
      }
    >
      <Stack>
        {start.error && <FailureAlert failure={failureOf(start.error)} />}
        {failure && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('settings.backups.failed')}>
            {failure.message}
          </Alert>
        )}
        {plan && <Facts rows={rows} spacing="lg" verticalSpacing="md" />}
        {own && <DesktopBackups bridge={own} isPlanned={plan !== null} />}
        {!plan && !own && (
          <>
            <Text size="sm">{t('settings.backups.notSet')}</Text>
            {dataFolder !== undefined && (
              <CommandField label={t('settings.backups.command')} line={backupCommand(dataFolder)} />
            )}
            <Text size="sm" c="dimmed">
              {richText(
                {
                  folder: <Code>{backupVariables.folder}</Code>,
                  passphrase: <Code>{backupVariables.passphrase}</Code>,
                },
                (marks) => t('settings.backups.ofEnvironment', marks),
              )}
            </Text>
          </>
        )}
      </Stack>
    </Section>
  );
};
