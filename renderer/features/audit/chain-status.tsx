import { Alert, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { verdictOf } from './audit.rules.ts';

/** What the last verification found, and a button for the next one. */
export const ChainStatus = ({ me: { tenant_id } }: { me: Me }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const last = useQuery(trpc.audit.listAuditEvents.queryOptions({ tenant_id, action: 'verifyAuditLog', limit: 1 }));
  const verify = useMutation(
    trpc.audit.verifyAuditLog.mutationOptions({
      onSuccess: async ({ valid, checked }) => {
        if (valid) notifyDone(`The chain holds: ${checked} ${checked === 1 ? 'row' : 'rows'} checked.`);
        await queryClient.invalidateQueries(trpc.audit.pathFilter());
      },
      onError: (error) => notifyFailure('The log could not be verified', error),
    }),
  );
  const verdict = verdictOf(last.data?.events ?? []);
  return (
    <>
      {verdict && !verdict.valid && (
        <Alert
          color="red"
          role="alert"
          title="The audit log was tampered with"
          icon={<IconShieldExclamation aria-hidden />}
        >
          Row {verdict.firstBroken} is the first that does not hold: it, or a row there, was changed, deleted or added
          behind the service’s back. Compare the log with an export or a backup from before.
        </Alert>
      )}
      <Group gap="sm">
        {last.data === undefined && !last.isError ? (
          <Skeleton h={22} w={150} />
        ) : verdict === undefined ? (
          <Badge color="gray" leftSection={<IconShieldQuestion size={14} aria-hidden />}>
            Not verified yet
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
            {verdict.valid ? 'Chain verified' : 'Chain broken'}
          </Badge>
        )}
        {verdict && (
          <Text size="sm" c="dimmed" component="span">
            {verdict.checked} rows, <Timestamp value={verdict.at} show="relative" />
          </Text>
        )}
        <Button size="xs" variant="default" loading={verify.isPending} onClick={() => verify.mutate({ tenant_id })}>
          Verify now
        </Button>
      </Group>
    </>
  );
};
