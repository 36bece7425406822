import { Button, Stack, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../api/problem.ts';
import { richText } from '../languages/rich-text.tsx';
import { CopyField } from './copy-field.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { LinkReachNotice } from './link-reach-notice.tsx';
import { Timestamp } from './timestamp.tsx';
import { useCopy } from './use-copy.ts';

interface ShareLinkProps {
  /** Of the field with the link. */
  label: string;
  /** Creates the link, and records that it was shown. Without a URL, it was emailed instead. */
  create: () => Promise<{ url: string | null; expires_at: string }>;
  /** Whether something else comes first, so that this isn't the main button. */
  isSecondary?: boolean;
}

/** Creates a link to share in person, copies it, and shows it. */
export const ShareLink = ({ label, create, isSecondary = false }: ShareLinkProps) => {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  const link = useMutation({
    mutationFn: create,
    onSuccess: ({ url }) => url !== null && void copy(url),
  });
  if (link.data?.url === null) return <Text size="sm">{t('components.shareLink.emailed')}</Text>;
  if (link.data) {
    return (
      <Stack gap="xs">
        <CopyField label={label} value={link.data.url} autoFocus />
        <Text size="sm" c="dimmed">
          {copied && `${t('components.shareLink.copied')} `}
          {richText({ until: <Timestamp value={link.data.expires_at} show="absolute" /> }, (marks) =>
            t('components.shareLink.until', marks),
          )}
        </Text>
        <LinkReachNotice />
      </Stack>
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      {link.error && <FailureAlert failure={failureOf(link.error)} />}
      <Button
        {...(isSecondary && { variant: 'default' })}
        leftSection={<IconLink size={16} aria-hidden />}
        loading={link.isPending}
        onClick={() => link.mutate()}
        data-autofocus
      >
        {t('components.shareLink.action')}
      </Button>
      <LinkReachNotice />
    </Stack>
  );
};
