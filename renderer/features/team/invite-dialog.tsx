import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { GuardedDialog } from '../../components/guarded-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { BulkResult } from './bulk.logic.ts';
import { type Bulk, BulkProgress, useBulk } from './bulk.tsx';
import { useSendsEmail } from './invitation-links.tsx';
import type { InvitationOutcome } from './invite.logic.ts';
import { InviteForm, type InviteValues } from './invite-form.tsx';
import { InviteResults } from './invite-results.tsx';
import { useRefreshTeam } from './use-team.ts';

interface InviteDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

/** Invites one or more people, and shows the result for each address. */
export const InviteDialog = (props: InviteDialogProps) => {
  const { t } = useTranslation();
  const bulk = useBulk();
  const [unsaved, setUnsaved] = useState(false);
  const [only, setOnly] = useState<string>();
  return (
    <GuardedDialog
      opened={props.opened}
      onClose={props.onClose}
      title={only === undefined ? t('team.inviteForm.title') : t('team.inviteResults.ready', { email: only })}
      size="lg"
      unsaved={unsaved}
      isOnlyHere={bulk.progress !== undefined}
    >
      <Steps {...props} bulk={bulk} onUnsaved={setUnsaved} onOnly={setOnly} />
    </GuardedDialog>
  );
};

interface StepsProps extends InviteDialogProps {
  bulk: Bulk;
  onUnsaved: (unsaved: boolean) => void;
  /** See {@link InviteResults}. */
  onOnly: (email: string | undefined) => void;
}

/** The form, the progress and, if some failed, the results; remounts with the dialog. */
const Steps = ({ me, onClose, bulk, onUnsaved, onOnly }: StepsProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  const sendsEmail = useSendsEmail(me);
  const [values, setValues] = useState<InviteValues>();
  const policies = useQuery(useTRPC().organization.getPolicies.queryOptions({ tenant_id: me.tenant_id }));
  const [outcome, setOutcome] = useState<BulkResult<InvitationOutcome>>();
  const invite = async (given: InviteValues, addresses: readonly string[]) => {
    const { addresses: _, ...others } = given;
    setValues(given);
    const result = await bulk.run(
      addresses,
      async (emails) =>
        (await client.team.inviteMembers.mutate({ tenant_id: me.tenant_id, emails, ...others })).results,
    );
    if (!result) return;
    const invited = result.results.filter(({ ok }) => ok).length;
    if (invited > 0) notifyDone(t('team.inviteForm.created', { count: invited }));
    const isAllSent = result.results.every(({ ok, email_held }) => ok && !email_held);
    if (invited === addresses.length && isAllSent && sendsEmail) onClose();
    else setOutcome(result);
    await refreshTeam();
  };
  if (bulk.progress) return <BulkProgress progress={bulk.progress} onStop={bulk.stop} />;
  if (outcome) {
    return (
      <InviteResults
        me={me}
        outcome={outcome}
        onClose={onClose}
        onOnly={onOnly}
        onCorrect={(addresses) => {
          setValues({
            role: 'member',
            guest: false,
            workspaces: [],
            workspace_role: 'Member',
            ...values,
            addresses: addresses.join('\n'),
          });
          setOutcome(undefined);
        }}
      />
    );
  }
  return (
    <QueryBoundary state={policies} subject={t('team.inviteForm.what')}>
      {({ default_role }) => (
        <InviteForm
          me={me}
          initial={
            values ?? { addresses: '', role: default_role, guest: false, workspaces: [], workspace_role: 'Member' }
          }
          onInvite={(...given) => void invite(...given)}
          onUnsaved={onUnsaved}
          onClose={onClose}
        />
      )}
    </QueryBoundary>
  );
};
