import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { saveCsv } from '../../components/save-file.ts';
import { type BulkResult, outcomeReason } from './bulk.logic.ts';
import { type InvitationOutcome, resultsCsv } from './invite.logic.ts';

interface InviteResultsProps {
  outcome: BulkResult<InvitationOutcome>;
  onClose: () => void;
  /** Puts the failed addresses back into the form. */
  onCorrect: (addresses: string[]) => void;
}

/** The result for each address, failures first. */
export const InviteResults = ({ outcome: { results, error, untried }, onClose, onCorrect }: InviteResultsProps) => {
  const { t } = useTranslation();
  const refused = results.filter(({ ok }) => !ok);
  const invited = results.filter(({ ok }) => ok);
  return (
    <Stack>
      {error !== undefined && <FailureAlert failure={failureOf(error)} />}
      <Text size="sm" role="status">
        {t('team.inviteResults.summary', { invited: invited.length, refused: refused.length })}
        {untried > 0 && ` ${t('team.bulk.untried', { count: untried })}`}
      </Text>
      <ScrollArea.Autosize
        mah="45vh"
        type="auto"
        viewportProps={{ tabIndex: 0, 'aria-label': t('team.inviteResults.table'), role: 'region' }}
      >
        <Table aria-label={t('team.inviteResults.table')} verticalSpacing={6} borderColor="var(--castellan-line)">
          <Table.Tbody>
            {[...refused, ...invited].map((result) => (
              <Table.Tr key={result.email}>
                <Table.Td w={1} pe={0}>
                  {result.ok ? (
                    <IconCheck size={16} color="var(--mantine-color-anchor)" display="block" aria-hidden />
                  ) : (
                    <IconX size={16} color="var(--mantine-color-error)" display="block" aria-hidden />
                  )}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" fw={500} className="break-anywhere" lineClamp={3}>
                    {result.email}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" {...(result.ok && { c: 'dimmed' })}>
                    {result.ok ? t('team.inviteResults.invited') : outcomeReason(result, t)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveCsv('castellan-invitations.csv', resultsCsv(results, t))}
        >
          {t('team.inviteResults.save')}
        </Button>
        {refused.length > 0 && (
          <Button variant="default" onClick={() => onCorrect(refused.map(({ email }) => email))}>
            {t('team.inviteResults.correct', { count: refused.length })}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
};
