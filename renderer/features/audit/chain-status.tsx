import { Alert, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { verdictOf } from './audit.logic.ts';

/** The result of the last verification, and a button to run it again. */
export const ChainStatus = ({ me: { tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const last = useQuery(trpc.audit.listAuditEvents.queryOptions({ tenant_id, action: 'verifyAuditLog', limit: 1 }));
  const verify = useMutation(
    trpc.audit.verifyAuditLog.mutationOptions({
      onSuccess: async ({ valid, checked }) => {
        if (valid) notifyDone(t('audit.chain.holds', { count: checked }));
        await queryClient.invalidateQueries(trpc.audit.pathFilter());
      },
      onError: (error) => notifyFailure(t('audit.chain.failed'), error),
    }),
  );
  const verdict = verdictOf(last.data?.events ?? []);
  return (
    <>
      {verdict && !verdict.valid && (
        <Alert
          color="red"
          role="alert"
          title={t('audit.chain.tampered.title')}
          icon={<IconShieldExclamation aria-hidden />}
        >
          {t('audit.chain.tampered.text', { row: verdict.firstBroken })}
        </Alert>
      )}
      <Group gap="sm">
        {last.data === undefined && !last.isError ? (
          <Skeleton h={22} w={150} />
        ) : verdict === undefined ? (
          <Badge color="gray" leftSection={<IconShieldQuestion size={14} aria-hidden />}>
            {t('audit.chain.notYet')}
          </Badge>
        ) : (
          <Badge
            color={verdict.valid ? 'verdigris' : 'red'}
            leftSection={
              verdict.valid ? (
                <IconShieldCheck size={14} aria-hidden />
              ) : (
                <IconShieldExclamation size={14} aria-hidden />
              )
            }
          >
            {t(verdict.valid ? 'audit.chain.verified' : 'audit.chain.broken')}
          </Badge>
        )}
        {verdict && (
          <Text size="sm" c="dimmed" component="span">
            {richText({ when: <Timestamp value={verdict.at} show="relative" /> }, (marks) =>
              t('audit.chain.checked', { count: verdict.checked, ...marks }),
            )}
          </Text>
        )}
        <Button size="xs" variant="default" loading={verify.isPending} onClick={() => verify.mutate({ tenant_id })}>
          {t('audit.chain.verify')}
        </Button>
      </Group>
    </>
  );
};
