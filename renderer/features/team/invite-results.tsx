import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { Breakable } from '../../components/breakable.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { saveCsv } from '../../components/save-file.ts';
import type { Translate } from '../../languages/translate.ts';
import { type BulkResult, outcomeReason } from './bulk.logic.ts';
import { InvitationLinks, useSendsEmail } from './invitation-links.tsx';
import { type InvitationOutcome, resultsCsv } from './invite.logic.ts';

interface InviteResultsProps {
  me: Me;
  outcome: BulkResult<InvitationOutcome>;
  onClose: () => void;
  /** Tells who is the only one, once they are invited. */
  onOnly: (email: string | undefined) => void;
  /** Puts the failed addresses back into the form. */
  onCorrect: (addresses: string[]) => void;
}

const invitedText = (result: InvitationOutcome, sendsEmail: boolean | undefined, t: Translate): string => {
  if (!result.ok) return outcomeReason(result, t);
  return t(sendsEmail && result.email_held ? 'team.inviteResults.held' : 'team.inviteResults.invited');
};

/** What became of each address, and the links to share. */
export const InviteResults = ({ me, outcome, onClose, onOnly, onCorrect }: InviteResultsProps) => {
  const { t } = useTranslation();
  const { results, error, untried } = outcome;
  const refused = results.filter(({ ok }) => !ok);
  const invited = results.filter(({ ok }) => ok);
  const sendsEmail = useSendsEmail(me);
  const toShare = sendsEmail ? invited.filter(({ email_held }) => email_held) : invited;
  const [only] = results.length === 1 && untried === 0 ? results : [];
  const invitedAlone = only?.ok ? only.email : undefined;
  useEffect(() => {
    onOnly(invitedAlone);
    return () => onOnly(undefined);
  }, [onOnly, invitedAlone]);
  return (
    <Stack>
      {error !== undefined && <FailureAlert failure={failureOf(error)} />}
      {only ? (
        !only.ok && (
          <div role="status">
            <Text size="sm" fw={600} className="break-anywhere">
              <Breakable text={only.email} />
            </Text>
            <Text size="sm">{outcomeReason(only, t)}</Text>
          </div>
        )
      ) : (
        <Summary invited={invited} refused={refused} untried={untried} sendsEmail={sendsEmail} />
      )}
      {toShare.length > 0 && <InvitationLinks me={me} invited={toShare} isSecondary={refused.length > 0} />}
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

interface SummaryProps {
  invited: readonly InvitationOutcome[];
  refused: readonly InvitationOutcome[];
  /** How many addresses were left when it ended. */
  untried: number;
  sendsEmail: boolean | undefined;
}

/** The result for each of several addresses, failures first. */
const Summary = ({ invited, refused, untried, sendsEmail }: SummaryProps) => {
  const { t } = useTranslation();
  const results = [...refused, ...invited];
  const sentences = [
    invited.length > 0 && t('team.inviteResults.invitedCount', { count: invited.length }),
    refused.length > 0 && t('team.inviteResults.refusedCount', { count: refused.length }),
    untried > 0 && t('team.bulk.untried', { count: untried }),
  ];
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {sentences.filter((sentence) => sentence !== false).join(' ')}
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
            {results.map((result) => (
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
    </>
  );
};
