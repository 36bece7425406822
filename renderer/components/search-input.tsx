import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textLimits } from '#shared/rules/limits.ts';

interface SearchInputProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Debounced, so that typing a word sends one request. */
export const SearchInput = ({ label, value, onSearch }: SearchInputProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const [reported, setReported] = useState(value);
  const report = useDebouncedCallback((next: string) => {
    setReported(next);
    onSearch(next);
  }, 300);
  // The value changed without typing, for example through the back button: show it.
  if (value !== shown) {
    setShown(value);
    if (value !== reported) setText(value);
  }
  const change = (next: string) => {
    setText(next);
    report(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label={t('components.clearSearch')} onClick={() => change('')} />
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      maxLength={textLimits.query}
      flex="1 1 220px"
      maw={{ xs: 360 }}
    />
  );
};
