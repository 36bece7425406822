import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#shared/roles.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { BulkResult } from './bulk.logic.ts';
import { BulkProgress } from './bulk-progress.tsx';
import type { InvitationOutcome } from './invite.logic.ts';
import { InviteForm, type InviteValues } from './invite-form.tsx';
import { InviteResults } from './invite-results.tsx';
import { type Bulk, useBulk } from './use-bulk.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

const empty: InviteValues = { addresses: '', role: 'member' satisfies Role, workspaces: [] };

interface InviteDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

/** Invites one or more people, and shows the result for each address. */
export const InviteDialog = (props: InviteDialogProps) => {
  const { t } = useTranslation();
  const bulk = useBulk();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={<Text fw={650}>{t('team.inviteForm.title')}</Text>}
      size="lg"
      closeOnEscape={!bulk.progress}
      closeOnClickOutside={false}
      withCloseButton={!bulk.progress}
    >
      <Steps {...props} bulk={bulk} />
    </Modal>
  );
};

/** The form, the progress and, if some failed, the results; remounts with the dialog. */
const Steps = ({ me, onClose, bulk }: InviteDialogProps & { bulk: Bulk }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  const [values, setValues] = useState(empty);
  const [outcome, setOutcome] = useState<BulkResult<InvitationOutcome>>();
  const invite = async (given: InviteValues, addresses: readonly string[]) => {
    const { role, workspaces } = given;
    setValues(given);
    const result = await bulk.run(
      addresses,
      async (emails) =>
        (await client.team.inviteMembers.mutate({ tenant_id: me.tenant_id, emails, role, workspaces })).results,
    );
    const invited = result.results.filter(({ ok }) => ok).length;
    if (invited > 0) notifyDone(t('team.inviteForm.sent', { count: invited }));
    if (invited === addresses.length) onClose();
    else setOutcome(result);
    await refreshTeam();
  };
  if (bulk.progress) return <BulkProgress progress={bulk.progress} onStop={bulk.stop} />;
  if (outcome) {
    return (
      <InviteResults
        outcome={outcome}
        onClose={onClose}
        onCorrect={(addresses) => {
          setValues({ ...values, addresses: addresses.join('\n') });
          setOutcome(undefined);
        }}
      />
    );
  }
  return <InviteForm me={me} initial={values} onInvite={(...given) => void invite(...given)} />;
};
