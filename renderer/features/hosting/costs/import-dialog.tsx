import { Alert, Badge, Button, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importInvoices } from '#shared/contract/hosting/import-invoices.ts';
import { invoiceImport } from '#shared/flows/hosting.ts';
import { useTRPCClient } from '../../../api/context.tsx';
import { ChooseFile } from '../../../components/choose-file.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { notifyDone, notifyFailure } from '../../../components/notify.tsx';
import { readTextFile } from '../../../components/read-text-file.ts';
import { saveCsv } from '../../../components/save-file.ts';
import { fieldText } from '../../../languages/service-texts.ts';
import { useRefreshHosting } from '../use-hosting.ts';
import { csvExample, type ImportResult } from './invoices.logic.ts';

const schema = importInvoices.input;
const outcomeColors = { imported: 'verdigris', known: 'gray', wrong: 'red' } as const;

/** Imports invoices from a file or pasted text: all of them, or none if a row is invalid. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const [result, setResult] = useState<ImportResult>();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('hosting.import.title')}
      size="lg"
      action={t('hosting.import.action')}
      cancel={t('common.close')}
      operation={{
        schema,
        initialValues: { csv: '' },
        submit: async (values) => {
          const answer = await client.hosting.importInvoices.mutate(values);
          setResult(answer);
          if (answer.rows.some(({ outcome }) => outcome === 'wrong')) return;
          notifyDone(t('hosting.import.done', { count: answer.imported }));
          await refresh();
        },
      }}
    >
      {(form) => (
        <>
          <Text size="sm">{t('hosting.import.lead', { count: invoiceImport.maxRows })}</Text>
          <FileButtons onRead={(csv) => form.setFieldValue('csv', csv)} />
          <Textarea
            label={t('hosting.import.csv')}
            autosize
            minRows={5}
            maxRows={12}
            spellCheck={false}
            placeholder={csvExample}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
            {...form.getInputProps('csv')}
          />
          {result && <ImportRows result={result} />}
        </>
      )}
    </FormDialog>
  );
};

/** Reads a file, or saves an example of one. */
const FileButtons = ({ onRead }: { onRead: (csv: string) => void }) => {
  const { t } = useTranslation();
  const read = async (file: File) => {
    try {
      if (file.size > invoiceImport.maxBytes) throw new RangeError(t('hosting.import.tooLarge'));
      onRead(await readTextFile(file));
    } catch (error) {
      notifyFailure(t('hosting.import.unreadable'), error);
    }
  };
  return (
    <Group gap="xs">
      <ChooseFile
        accept=".csv,text/csv"
        onChoose={(file) => void read(file)}
        variant="default"
        size="xs"
        leftSection={<IconUpload size={16} aria-hidden />}
      >
        {t('hosting.import.file')}
      </ChooseFile>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => saveCsv('invoices.csv', csvExample)}
      >
        {t('hosting.import.example')}
      </Button>
    </Group>
  );
};

const ImportRows = ({ result: { imported, rows } }: { result: ImportResult }) => {
  const { t } = useTranslation();
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong').length;
  return (
    <Stack gap="xs">
      {wrong > 0 ? (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {t('hosting.import.wrong', { count: wrong })}
        </Alert>
      ) : (
        <Alert color="verdigris" role="status" icon={<IconCheck aria-hidden />}>
          {t('hosting.import.done', { count: imported })}
        </Alert>
      )}
      <DataTable
        label={t('hosting.import.rows')}
        head={
          <>
            <Table.Th>{t('hosting.import.row')}</Table.Th>
            <Table.Th w="25%">{t('hosting.invoices.number')}</Table.Th>
            <Table.Th>{t('hosting.import.outcome')}</Table.Th>
          </>
        }
      >
        {rows.map(({ row, number, outcome, problems }) => (
          <Table.Tr key={row}>
            <Table.Td>{row}</Table.Td>
            <Table.Td className="break-anywhere">{number}</Table.Td>
            <Table.Td>
              <Badge color={outcomeColors[outcome]}>{t(`hosting.import.outcomes.${outcome}`)}</Badge>
              {problems.map((problem) => (
                <Text key={problem.column} size="xs" c="dimmed">
                  {t('components.failure.both', { title: problem.column, detail: fieldText(problem, t) })}
                </Text>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Stack>
  );
};
