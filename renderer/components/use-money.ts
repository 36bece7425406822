import { useTranslation } from 'react-i18next';
import { formatDelta, formatMoney } from './money.ts';

/** Amounts in the current language. */
export const useMoney = () => {
  const { language } = useTranslation().i18n;
  return {
    money: (amount: string) => formatMoney(amount, language),
    delta: (amount: string) => formatDelta(amount, language),
  };
};
