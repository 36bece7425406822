import { Alert, Code } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type LinkReach, useLinkReach } from '../api/link-reach.ts';
import { richText } from '../languages/rich-text.tsx';

const texts = {
  operator: 'components.linkReach.operator',
  desktop: 'components.linkReach.desktop',
  other: 'components.linkReach.other',
} as const satisfies Record<NonNullable<LinkReach>, string>;

/** Says that others can't open the links that are handed out or emailed here, and what to do about it. */
export const LinkReachNotice = () => {
  const { t } = useTranslation();
  const reach = useLinkReach();
  if (reach === undefined) return null;
  return (
    <Alert color="yellow" title={t('components.linkReach.title')} icon={<IconInfoCircle aria-hidden />}>
      {richText({ setting: <Code className="unbroken">{'--public-url'}</Code> }, (marks) => t(texts[reach], marks))}
    </Alert>
  );
};
