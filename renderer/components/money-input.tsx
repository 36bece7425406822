import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { amountFromText, amountToText } from './money.ts';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As on the wire, with a point: `9.99`. */
  value?: string;
  onChange?: (amount: string) => void;
}

/** A field for an amount, with the decimal separator of the user's language. */
export const MoneyInput = ({ value = '', onChange, placeholder, ...rest }: MoneyInputProps) => {
  const { language } = useTranslation().i18n;
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={amountToText(value, language)}
      {...(placeholder !== undefined && { placeholder: amountToText(placeholder, language) })}
      onChange={(event) => onChange?.(amountFromText(event.currentTarget.value, language))}
    />
  );
};
