import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { LinkReachNotice } from '../../components/link-reach-notice.tsx';
import { patterns } from '../../paths.ts';

interface SignInAddressFieldProps {
  value?: string | null;
  onChange?: (value: string | null) => void;
  error?: ReactNode;
  readOnly: boolean;
  /** Where the page is that is stored; null if there is none. */
  url: string | null;
}

/** The end of the address of the organization's own sign-in page, and the whole address to copy. */
export const SignInAddressField = ({ value = null, onChange, error, readOnly, url }: SignInAddressFieldProps) => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" maw={480}>
      <TextInput
        label={t('settings.organization.identity.signInSlug')}
        description={t('settings.organization.identity.signInSlugHint')}
        placeholder={t('settings.organization.identity.signInSlugExample')}
        leftSection={patterns.signIn.replace('$slug', '')}
        leftSectionWidth={84}
        leftSectionProps={{ className: 'field-prefix' }}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
        readOnly={readOnly}
        maw={340}
        value={value ?? ''}
        error={error}
        onChange={({ currentTarget }) => {
          const text = lowerAscii(currentTarget.value.trim());
          onChange?.(text === '' ? null : text);
        }}
      />
      {url !== null && (
        <>
          <LinkReachNotice />
          <CopyField label={t('settings.organization.identity.signInPage')} value={url} />
        </>
      )}
    </Stack>
  );
};
