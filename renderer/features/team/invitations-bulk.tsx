import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pagination } from '#shared/rules/limits.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import type { TaskProps } from '../../components/commands.ts';
import { readAllRows } from '../../components/read-all-rows.ts';
import { type Selection, selectionsOf } from '../../components/selection.logic.ts';
import { SelectionStrip } from '../../components/selection-strip.tsx';
import { useTask } from '../../components/use-task.ts';
import { useSendsEmail } from './invitation-links.tsx';
import { OneByOneDialog } from './one-by-one-dialog.tsx';
import { type Invitation, invitationDisabledReason } from './team.logic.ts';
import { useNotifyReadFailure } from './use-export-members.ts';

export type InvitationSelection = Selection<Invitation>;
export const noInvitations: InvitationSelection = new Map();
export const { select, selectedOf, refreshed } = selectionsOf<Invitation>(
  ({ invitation_id }) => invitation_id,
  (known, { status, expires_at }) => known.status === status && known.expires_at === expires_at,
);

/** What can be done to several invitations. A link alone, without an email, has to be passed on one at a time. */
type BulkAction = 'resend' | 'revoke';

interface InvitationsBarProps {
  me: Me;
  selection: InvitationSelection;
  onSelection: (change: (selection: InvitationSelection) => InvitationSelection) => void;
  /** The list's filter, and how many invitations match it. */
  asked: { tenant_id: string; q?: string | undefined; status?: Invitation['status'] | undefined };
  total: number;
}

/** Bulk actions for the selected invitations, across pages. */
export const InvitationsBar = ({ me, selection, onSelection, asked, total }: InvitationsBarProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const sendsEmail = useSendsEmail(me);
  const reportFailure = useNotifyReadFailure();
  const { start, task } = useTask<Invitation, BulkAction>();
  const everything = useMutation({
    mutationFn: () =>
      readAllRows<Invitation>(
        ({ invitation_id }) => invitation_id,
        async (offset) => {
          const page = { ...asked, limit: pagination.maxLimit, offset };
          const { invitations: rows, total: all } = await client.team.listInvitations.query(page);
          return { rows, total: all };
        },
      ),
    onSuccess: (invitations) => onSelection((before) => select(before, invitations, true)),
    onError: (error) => reportFailure(t('team.selection.allFailed'), error),
  });
  const invitations = [...selection.values()];
  return (
    <>
      <SelectionStrip
        label={t('team.invitations.bulk.label')}
        count={selection.size}
        total={total}
        onClear={() => onSelection(() => noInvitations)}
        onAll={() => everything.mutate()}
        isSelectingAll={everything.isPending}
      >
        {sendsEmail && (
          <Button size="xs" variant="default" onClick={() => start('resend', invitations)}>
            {t('team.invitations.resend')}
          </Button>
        )}
        <Button size="xs" variant="outline" color="red" onClick={() => start('revoke', invitations)}>
          {t('team.invitations.bulk.revokeSelected')}
        </Button>
      </SelectionStrip>
      {task && (
        <InvitationsDialog {...task} me={me} onDone={(done) => onSelection((before) => select(before, done, false))} />
      )}
    </>
  );
};

interface InvitationsDialogProps extends TaskProps<Invitation, BulkAction> {
  me: Me;
  onDone: (invitations: readonly Invitation[]) => void;
}

const InvitationsDialog = ({ me, name: action, targets, ...dialog }: InvitationsDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const reasonOf = (invitation: Invitation) => invitationDisabledReason(me, invitation, action, t);
  const acting = targets.filter((invitation) => reasonOf(invitation) === undefined);
  const refused = targets.flatMap((invitation) => {
    const reason = reasonOf(invitation);
    return reason === undefined ? [] : [{ name: invitation.email, reason }];
  });
  const count = Math.max(acting.length, 1);
  const isRevocation = action === 'revoke';
  return (
    <OneByOneDialog
      {...dialog}
      title={t(`team.invitations.bulk.${action}.title`, { count })}
      targets={acting}
      nameOf={({ email }) => email}
      refused={refused}
      consequences={
        isRevocation
          ? [t('team.invitations.bulk.links', { count }), t('team.revocation.again')]
          : [t('team.invitations.bulk.renewed', { count })]
      }
      action={t(`team.invitations.bulk.${action}.action`, { count })}
      {...(isRevocation && { color: 'red' as const })}
      notDone={t(`team.invitations.bulk.${action}.notDone`)}
      done={({ length }) => t(`team.invitations.bulk.${action}.done`, { count: length })}
      act={({ invitation_id }) => {
        const target = { tenant_id: me.tenant_id, invitation_id };
        return isRevocation ? client.team.revokeInvitation.mutate(target) : client.team.resendInvitation.mutate(target);
      }}
    />
  );
};
