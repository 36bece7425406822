import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { Breakable } from '../../components/breakable.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { GuardedDialog } from '../../components/guarded-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { saveCsv } from '../../components/save-file.ts';
import type { Translate } from '../../languages/translate.ts';
import { type BulkResult, outcomeReason } from './bulk.logic.ts';
import { type Bulk, BulkProgress, useBulk } from './bulk.tsx';
import { InvitationLinks, useSendsEmail } from './invitation-links.tsx';
import { type InvitationOutcome, resultsCsv } from './invite.logic.ts';
import { InviteForm, type InviteValues } from './invite-form.tsx';
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
  return (
    <GuardedDialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('team.inviteForm.title')}
      size="lg"
      unsaved={unsaved}
      isOnlyHere={bulk.progress !== undefined}
    >
      <Steps {...props} bulk={bulk} onUnsaved={setUnsaved} />
    </GuardedDialog>
  );
};

interface StepsProps extends InviteDialogProps {
  bulk: Bulk;
  onUnsaved: (unsaved: boolean) => void;
}

/** The form, the progress and, if some failed, the results; remounts with the dialog. */
const Steps = ({ me, onClose, bulk, onUnsaved }: StepsProps) => {
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

interface InviteResultsProps {
  me: Me;
  outcome: BulkResult<InvitationOutcome>;
  onClose: () => void;
  /** Puts the failed addresses back into the form. */
  onCorrect: (addresses: string[]) => void;
}

const invitedText = (result: InvitationOutcome, sendsEmail: boolean | undefined, t: Translate): string => {
  if (!result.ok) return outcomeReason(result, t);
  return t(sendsEmail && result.email_held ? 'team.inviteResults.held' : 'team.inviteResults.invited');
};

/** The result for each address, failures first. */
const InviteResults = ({ me, outcome: { results, error, untried }, onClose, onCorrect }: InviteResultsProps) => {
  const { t } = useTranslation();
  const refused = results.filter(({ ok }) => !ok);
  const invited = results.filter(({ ok }) => ok);
  const sendsEmail = useSendsEmail(me);
  const toShare = sendsEmail ? invited.filter(({ email_held }) => email_held) : invited;
  return (
    <Stack>
      {error !== undefined && <FailureAlert failure={failureOf(error)} />}
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {t('team.inviteResults.summary', { invited: invited.length, refused: refused.length })}
          {untried > 0 && ` ${t('team.bulk.untried', { count: untried })}`}
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveCsv('castellan-invitations.csv', resultsCsv(results, t))}
        >
          {t('team.inviteResults.save')}
        </Button>
      </Group>
      <ScrollArea.Autosize
        mah="45vh"
        type="auto"
        viewportProps={{ tabIndex: 0, 'aria-label': t('team.inviteResults.table'), role: 'region' }}
      >
        <Table aria-label={t('team.inviteResults.table')} verticalSpacing={4} borderColor="var(--castellan-line)">
          <Table.Tbody>
            {[...refused, ...invited].map((result) => (
              <Table.Tr key={result.email}>
                <Table.Td w={1} px={0}>
                  {result.ok ? (
                    <IconCheck size={16} color="var(--mantine-color-anchor)" display="block" aria-hidden />
                  ) : (
                    <IconX size={16} color="var(--mantine-color-error)" display="block" aria-hidden />
                  )}
                </Table.Td>
                <Table.Td w="60%">
                  <Text size="sm" fw={600} className="break-anywhere" lineClamp={3}>
                    <Breakable text={result.email} />
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" {...(result.ok && { c: 'dimmed' })}>
                    {invitedText(result, sendsEmail, t)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {toShare.length > 0 && <InvitationLinks me={me} invited={toShare} />}
      <Group className="dialog-buttons">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        {refused.length > 0 && (
          <Button onClick={() => onCorrect(refused.map(({ email }) => email))}>
            {t('team.inviteResults.correct', { count: refused.length })}
          </Button>
        )}
      </Group>
    </Stack>
  );
};
