import { Alert, Badge, Button, Progress, Skeleton, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { loadedOf, mapLoaded } from '../../api/loaded.ts';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { verdictOf, verifyToEnd } from './audit.logic.ts';

const views = {
  intact: { badge: 'audit.chain.verified', color: 'verdigris', icon: IconShieldCheck, alert: undefined },
  endUnknown: {
    badge: 'audit.chain.endUnknown',
    color: 'yellow',
    icon: IconShieldQuestion,
    alert: { title: 'audit.chain.unknownEnd.title', text: 'audit.chain.unknownEnd.text' },
  },
  cut: {
    badge: 'audit.chain.cut',
    color: 'red',
    icon: IconShieldExclamation,
    alert: { title: 'audit.chain.missing.title', text: 'audit.chain.missing.text' },
  },
  tampered: {
    badge: 'audit.chain.broken',
    color: 'red',
    icon: IconShieldExclamation,
    alert: { title: 'audit.chain.tampered.title', text: 'audit.chain.tampered.text' },
  },
} as const;

/** How long each call verifies before the progress is shown. */
const wait_seconds = 2;

/**
 * The result of the last verification with a button to run it again, for beside the title, and what to do if the log is
 * not intact.
 */
export const useChainStatus = ({ tenant_id }: Me): { status: ReactNode; warning: ReactNode } => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const last = useQuery(trpc.audit.listAuditEvents.queryOptions({ tenant_id, action: 'verifyAuditLog', limit: 1 }));
  const [progress, setProgress] = useState<{ checked: number; total: number }>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const verify = useMutation({
    mutationFn: () =>
      verifyToEnd(
        () => client.audit.verifyAuditLog.mutate({ tenant_id, wait_seconds }),
        setProgress,
        () => isGone.current,
      ),
    onSuccess: async (answer) => {
      if (answer?.valid) notifyDone(t('audit.chain.holds', { count: answer.checked }));
      if (answer) await queryClient.invalidateQueries(trpc.audit.pathFilter());
    },
    onError: (error) => notifyFailure(t('audit.chain.failed'), error),
    onSettled: () => setProgress(undefined),
  });
  const found = mapLoaded(loadedOf(last), ({ events }) => verdictOf(events));
  const verdict = found.state === 'known' ? found.data : undefined;
  const view = verdict && views[verdict.finding];
  return {
    warning: view?.alert && (
      <Alert color={view.color} role="alert" title={t(view.alert.title)} icon={<view.icon aria-hidden />}>
        {t(view.alert.text, { row: verdict?.firstBroken })}
      </Alert>
    ),
    status: (
      <>
        {found.state === 'loading' ? (
          <Skeleton h={20} w={128} />
        ) : view === undefined ? (
          <Badge color="gray" leftSection={<IconShieldQuestion size={14} aria-hidden />}>
            {t(found.state === 'known' ? 'audit.chain.notYet' : 'audit.chain.unknown')}
          </Badge>
        ) : (
          <Badge color={view.color} leftSection={<view.icon size={14} aria-hidden />}>
            {t(view.badge)}
          </Badge>
        )}
        {verdict && !progress && (
          <Text size="sm" c="dimmed" component="span" visibleFrom="sm">
            {richText({ when: <Timestamp value={verdict.at} show="relative" /> }, (marks) =>
              t('audit.chain.checked', { count: verdict.checked, ...marks }),
            )}
          </Text>
        )}
        {progress && (
          <>
            <Text size="sm" c="dimmed" role="status">
              {t('audit.chain.progress', progress)}
            </Text>
            <Progress.Root w={160}>
              <Progress.Section
                value={(100 * progress.checked) / Math.max(progress.total, 1)}
                aria-label={t('audit.chain.progressLabel')}
                animated
              />
            </Progress.Root>
          </>
        )}
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          {t('audit.chain.verify')}
        </Button>
      </>
    ),
  };
};
