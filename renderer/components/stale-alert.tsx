import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Changer } from '../api/last-change.ts';
import { richText } from '../languages/rich-text.tsx';
import type { Stale } from './stale-fields.ts';
import { Timestamp } from './timestamp.tsx';

/** Says who has changed what since the form was opened, before it is replaced. */
export const StaleAlert = ({ fields, changer }: Stale) => {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" role="status" title={t('components.stale.title')} icon={<IconInfoCircle aria-hidden />}>
      {changer && (
        <Text size="sm" className="break-anywhere">
          <ChangedBy changer={changer} />
        </Text>
      )}
      {fields.map(({ label, value }) => (
        <Text key={label} size="sm" className="break-anywhere">
          {value === undefined ? t('components.stale.changed', { label }) : t('components.stale.now', { label, value })}
        </Text>
      ))}
      <Text size="sm">{t('components.stale.text')}</Text>
    </Alert>
  );
};

const ChangedBy = ({ changer }: { changer: Changer }) => {
  const { t } = useTranslation();
  if (changer.who === 'other') return t('components.stale.by.other');
  if (changer.at === undefined) return t('components.stale.by.self');
  const at = <Timestamp value={changer.at} />;
  if (changer.who === 'self') return richText({ at }, (marks) => t('components.stale.by.selfAt', marks));
  const { name } = changer;
  return richText({ at }, (marks) => t('components.stale.by.person', { name, ...marks }));
};
