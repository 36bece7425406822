import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/query-boundary.tsx';
import {
  chunksOf,
  mergePreviews,
  type RemovalPreview,
  refusedOf,
  removalConsequences,
  requiresTypedCount,
} from './bulk.logic.ts';
import { type Bulk, type BulkOutcome, BulkOutcomeView, BulkProgress, RefusedList, useBulk } from './bulk.tsx';
import type { Member } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

interface RemovalDialogProps {
  me: Me;
  members: readonly Member[];
  opened: boolean;
  onClose: () => void;
  /** Called with the members whom the service has removed. */
  onRemoved?: (userIds: readonly string[]) => void;
}

/** Removes one or more members, after showing the actual consequences. */
export const RemovalDialog = (props: RemovalDialogProps) => {
  const { t } = useTranslation();
  const bulk = useBulk();
  const { members, opened, onClose } = props;
  const [first] = members;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={
        <Text fw={600}>
          {members.length === 1 && first
            ? t('team.removal.titleOne', { name: first.name })
            : // The button alone has a number: some of those selected may be skipped.
              t('team.removal.title')}
        </Text>
      }
      closeOnEscape={!bulk.progress}
      closeOnClickOutside={false}
      withCloseButton={!bulk.progress}
    >
      <Steps {...props} bulk={bulk} />
    </Dialog>
  );
};

/** The question, the progress and, if some failed, the outcome; remounts whenever the dialog opens. */
const Steps = ({ me, members, onClose, onRemoved, bulk }: RemovalDialogProps & { bulk: Bulk }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [typed, setTyped] = useState('');
  const remove = async (leaving: readonly Member[]) => {
    const done = await bulk.run(
      leaving.map(({ user_id }) => user_id),
      async (user_ids) => (await client.team.removeMembers.mutate({ tenant_id: me.tenant_id, user_ids })).results,
    );
    if (!done) return;
    const { results, error, untried } = done;
    const gone = results.filter(({ ok }) => ok).map(({ user_id }) => user_id);
    const refused = refusedOf(results, leaving, t);
    const [only] = leaving;
    if (gone.length === 1 && leaving.length === 1 && only) notifyDone(t('team.removal.doneOne', { name: only.name }));
    else if (gone.length > 0) notifyDone(t('team.removal.done', { count: gone.length }));
    onRemoved?.(gone);
    if (refused.length === 0 && untried === 0) onClose();
    else setOutcome({ refused, untried, error });
    await refreshTeam();
  };
  if (bulk.progress) return <BulkProgress progress={bulk.progress} onStop={bulk.stop} />;
  if (outcome) return <BulkOutcomeView title={t('team.removal.notRemoved')} outcome={outcome} onClose={onClose} />;
  return (
    <Question
      me={me}
      members={members}
      typed={typed}
      onTyped={setTyped}
      onClose={onClose}
      onConfirm={(leaving) => void remove(leaving)}
    />
  );
};

interface QuestionProps {
  me: Me;
  members: readonly Member[];
  typed: string;
  onTyped: (typed: string) => void;
  onClose: () => void;
  onConfirm: (leaving: readonly Member[]) => void;
}

/** Which of the members the service would remove. */
const leavingOf = (members: readonly Member[], { results }: RemovalPreview): Member[] => {
  const leaving = new Set(results.filter(({ ok }) => ok).map(({ user_id }) => user_id));
  return members.filter(({ user_id }) => leaving.has(user_id));
};

const Question = ({ me, members, typed, onTyped, onClose, onConfirm }: QuestionProps) => {
  const { t } = useTranslation();
  // Users delete their own account in the profile, which asks for the password and keeps it for 30 days.
  const others = members.filter(({ user_id }) => user_id !== me.user_id);
  const own = members.filter(({ user_id }) => user_id === me.user_id);
  const preview = useRemovalPreview(
    me,
    others.map(({ user_id }) => user_id),
  );
  const leaving = preview.data ? leavingOf(others, preview.data) : [];
  const count = leaving.length;
  const unnumbered = requiresTypedCount(count) && typed.trim() !== String(count);
  const reason = !preview.data
    ? t('team.removal.notReady')
    : count === 0
      ? t('team.removal.nobody')
      : unnumbered
        ? t('team.removal.typeFirst', { count })
        : undefined;
  return (
    <Stack>
      <QueryBoundary state={preview} subject={t('team.removal.what')} loading={<SkeletonRows rows={3} height={32} />}>
        {(data) => (
          <>
            {count > 0 && (
              <List size="sm" spacing="xs" className="break-anywhere">
                {removalConsequences(data, leaving, t).map((consequence) => (
                  <List.Item key={consequence}>{consequence}</List.Item>
                ))}
              </List>
            )}
            <RefusedList
              title={t('team.removal.leftOut')}
              refused={[
                ...own.map(({ name }) => ({ name, reason: t('team.refusals.ownAccount') })),
                ...refusedOf(data.results, others, t),
              ]}
            />
          </>
        )}
      </QueryBoundary>
      {requiresTypedCount(count) && (
        <TextInput
          label={t('team.removal.type', { count })}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onTyped(event.currentTarget.value)}
        />
      )}
      <Group className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <DisabledWithReason reason={reason}>
          <Button color="red" onClick={() => onConfirm(leaving)}>
            {t('team.removal.action', { count: Math.max(count, 1) })}
          </Button>
        </DisabledWithReason>
      </Group>
    </Stack>
  );
};

/** The current consequences of a removal; never cached. */
const useRemovalPreview = (me: Me, userIds: readonly string[]) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useQuery({
    queryKey: [...trpc.team.previewRemoval.pathKey(), me.tenant_id, userIds],
    queryFn: async ({ signal }) => {
      const previews = [];
      for (const chunk of chunksOf(userIds, bulkLimits.previewed)) {
        const input = { tenant_id: me.tenant_id, user_ids: chunk.join(',') };
        previews.push(await client.team.previewRemoval.query(input, { signal }));
      }
      return mergePreviews(previews);
    },
    staleTime: 0,
    gcTime: 0,
  });
};
