import { Button, Group, getDefaultZIndex, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getSession } from '#shared/contract/sessions/get-session.ts';
import { useSession, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { type Failure, failureOf } from '../../api/problem.ts';
import { systemClock, useNow } from '../../components/clock.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { richText } from '../../languages/rich-text.tsx';
import {
  announcedSeconds,
  askIntervalMs,
  countdown,
  idleRemaining,
  isWarning,
  type ReportedIdle,
} from './idle.logic.ts';
import { useSignOut } from './user-menu.tsx';

/**
 * Asks the user before an idle session ends. If the session ends elsewhere, the stream of changes says so.
 */
export const IdleCountdown = () => {
  const remaining = useIdleRemaining();
  return remaining !== undefined && isWarning(remaining) ? <StayDialog remaining={remaining} /> : null;
};

const useIdleRemaining = (): number | undefined => {
  const trpc = useTRPC();
  const session = useSession();
  const now = useNow(1_000);
  const activeAt = useSyncExternalStore(session.onActivity, session.lastActivity);
  const reportedBy = (data: OutputOf<typeof getSession> | undefined, at: number): ReportedIdle | undefined =>
    data && { logoutIn: data.idle_logout_in, timeout: data.idle_timeout, at };
  // A failure says nothing; the next attempt follows, and the screen shows failures of its own.
  const { data, dataUpdatedAt } = useQuery(
    trpc.sessions.getSession.queryOptions(undefined, {
      refetchInterval: ({ state }) =>
        askIntervalMs(
          idleRemaining(reportedBy(state.data, state.dataUpdatedAt), session.lastActivity(), systemClock()),
        ),
      refetchIntervalInBackground: true,
      staleTime: 0,
      retry: false,
      // Watching must not keep the session alive.
      trpc: { context: { background: true } },
    }),
  );
  return idleRemaining(reportedBy(data, dataUpdatedAt), activeAt, now);
};

const StayDialog = ({ remaining }: { remaining: number }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const signOut = useSignOut();
  const [busy, setBusy] = useState<'staying' | 'leaving'>();
  const [failure, setFailure] = useState<Failure>();
  const stay = async () => {
    setBusy('staying');
    setFailure(undefined);
    try {
      // Any foreground request works; its response is the activity that closes the dialog in every tab. It says that
      // someone asks: otherwise it would pass for a part of a reload of the same operation that is under way.
      await client.sessions.getSession.query(undefined, { context: { background: false } });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Dialog
      opened
      // Escape counts as activity too.
      onClose={() => void stay()}
      withCloseButton={false}
      closeOnClickOutside={false}
      zIndex={getDefaultZIndex('overlay')}
      title={<Text fw={600}>{t('idle.title')}</Text>}
    >
      <Stack>
        <Text size="sm">
          {richText(
            {
              time: (
                <Text span fw={600} role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {countdown(remaining)}
                </Text>
              ),
            },
            (marks) => t('idle.text', marks),
          )}
        </Text>
        <VisuallyHidden aria-live="assertive">
          {t('idle.announce', { count: announcedSeconds(remaining) })}
        </VisuallyHidden>
        {failure && <FailureAlert failure={failure} />}
        <Group className="dialog-buttons">
          <Button
            variant="default"
            loading={busy === 'leaving'}
            onClick={() => {
              setBusy('leaving');
              void signOut();
            }}
          >
            {t('idle.signOut')}
          </Button>
          <Button data-autofocus loading={busy === 'staying'} onClick={() => void stay()}>
            {t('idle.stay')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
