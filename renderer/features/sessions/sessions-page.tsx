import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDevicesX, IconShieldExclamation } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { minute, pagination } from '#shared/rules/limits.ts';
import { useSession, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { deviceLabel } from '../../components/device.logic.ts';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { EndedSessions } from './ended-sessions.tsx';
import { endOthersDisabledReason } from './sessions.logic.ts';
import { SignIns } from './sign-ins.tsx';
import { TrustedDevices } from './trusted-devices.tsx';

/** Polls for the time of the last activity, which isn't announced as a change. */
const activityIntervalMs = 1 * minute;

export const SessionsPage = () => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const session = useSession();
  const queryClient = useQueryClient();
  const { tab = 'active' } = useSearch({ from: '/shell/dashboard/sessions' });
  const [asking, ask] = useDisclosure();
  const query = useQuery(
    trpc.sessions.listSessionHistory.queryOptions(
      { state: 'open', limit: pagination.maxLimit },
      {
        refetchInterval: activityIntervalMs,
        refetchIntervalInBackground: true,
        // Auto-refresh must not keep the session alive.
        trpc: { context: { background: true } },
      },
    ),
  );
  const { data: idle } = useQuery(
    trpc.sessions.getSession.queryOptions(undefined, { trpc: { context: { background: true } } }),
  );
  const revoke = useMutation(trpc.sessions.revokeSession.mutationOptions());
  const revokeOthers = useMutation(trpc.sessions.revokeOtherSessions.mutationOptions());
  const refresh = () => queryClient.invalidateQueries(trpc.sessions.pathFilter());

  const active = (
    <Stack gap="var(--castellan-gap)">
      <div className="surface" style={{ padding: '4px 20px' }}>
        <QueryBoundary state={query} subject={t('sessions.what')}>
          {({ sessions }) => (
            <SessionList
              sessions={sessions}
              onEnd={async ({ session_id, current }) => {
                const end = async () => void (await revoke.mutateAsync({ session_id }));
                if (current) return session.leave(end, 'logout');
                await end();
                notifyDone(t('sessions.ended'));
                await refresh();
              }}
            />
          )}
        </QueryBoundary>
      </div>
      {/* Wait until the list above has its height, so that the content below doesn't jump. */}
      {query.data && <TrustedDevices />}
      {query.data && <EndedSessions />}
    </Stack>
  );
  return (
    <Page
      title={t('sessions.title')}
      tab={tab === 'active' ? undefined : t(`sessions.tabs.${tab}`)}
      lead={idle ? t('sessions.leadOf', { count: idle.idle_timeout / 60 }) : t('sessions.lead')}
      actions={
        <DisabledWithReason reason={endOthersDisabledReason(query.data?.sessions, t)}>
          <Button variant="default" color="red" leftSection={<IconDevicesX size={18} aria-hidden />} onClick={ask.open}>
            {t('sessions.endOthers.action')}
          </Button>
        </DisabledWithReason>
      }
    >
      <CopiedAlert />
      <SearchParamTabs
        open={tab}
        linkTo={(name) => (name === 'active' ? { ...paths.sessions, search: {} } : paths.ownSignIns)}
        tabs={[
          { name: 'active', label: t('sessions.tabs.active'), panel: active },
          { name: 'sign-ins', label: t('sessions.tabs.sign-ins'), panel: <SignIns /> },
        ]}
      />
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('sessions.endOthers.title')}
        consequences={[t('sessions.endOthers.signedOut'), t('sessions.endOthers.youStay')]}
        action={t('sessions.endOthers.action')}
        onConfirm={async () => {
          const { ended } = await revokeOthers.mutateAsync();
          notifyDone(t('sessions.endOthers.done', { count: ended }));
          await refresh();
        }}
      />
    </Page>
  );
};

const shown = 3;

/**
 * Warns about refresh tokens that were used twice, since someone may have copied them. Shows no loading error, because
 * the lists below do.
 */
const CopiedAlert = () => {
  const { t } = useTranslation();
  const { data } = useQuery(
    useTRPC().sessions.listSessionHistory.queryOptions({ state: 'ended', end_reason: 'reuse_detected', limit: shown }),
  );
  if (!data || data.total === 0) return null;
  return (
    <Alert color="red" icon={<IconShieldExclamation aria-hidden />} title={t('sessions.copied.title')}>
      <Stack gap="xs">
        {data.sessions.map(({ session_id, device, ip_address, ended_at }) => (
          <Text key={session_id} size="sm" className="break-anywhere">
            {richText({ when: ended_at && <Timestamp value={ended_at} show="absolute" /> }, (marks) =>
              t('sessions.copied.text', { ...marks, device: deviceLabel(device, t), address: ip_address }),
            )}
          </Text>
        ))}
        <Text size="sm">
          {richText(
            {
              link: (
                <AnchorLink {...paths.password} size="sm" underline="always">
                  {t('sessions.copied.password')}
                </AnchorLink>
              ),
            },
            (marks) => t('sessions.copied.advice', marks),
          )}
        </Text>
      </Stack>
    </Alert>
  );
};
