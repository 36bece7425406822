import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { amountFromText, amountToText, signOf } from './money.ts';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As on the wire, with a point: `9.99`. */
  value?: string;
  onChange?: (amount: string) => void;
  /** ISO 4217, or `%`. Shown inside the field; absent if it isn't known. */
  unit?: string | undefined;
}

/** Room for an amount, whatever the width of the form. */
const width = 200;

/** A field for an amount, with the decimal separator of the user's language. */
export const MoneyInput = ({ value = '', onChange, placeholder, unit, ...rest }: MoneyInputProps) => {
  const { language } = useTranslation().i18n;
  return (
    <TextInput
      {...rest}
      {...(unit !== undefined && signSection(unit, language))}
      styles={{ wrapper: { maxWidth: width } }}
      inputMode="decimal"
      autoComplete="off"
      value={amountToText(value, language)}
      {...(placeholder !== undefined && { placeholder: amountToText(placeholder, language) })}
      onChange={(event) => onChange?.(amountFromText(event.currentTarget.value, language))}
    />
  );
};

const signSection = (unit: string, language: string): TextInputProps => {
  const { sign, isBefore } = signOf(unit, language);
  const shown = (
    <Text span size="sm" c="dimmed" aria-hidden>
      {sign}
    </Text>
  );
  const sectionWidth = 24 + 8 * sign.length;
  return isBefore
    ? { leftSection: shown, leftSectionWidth: sectionWidth, leftSectionPointerEvents: 'none' }
    : { rightSection: shown, rightSectionWidth: sectionWidth, rightSectionPointerEvents: 'none' };
};
