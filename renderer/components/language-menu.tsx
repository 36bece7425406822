import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useI18n } from '../languages/i18n-context.tsx';
import { type Language, languageNames, languages, pickLanguage } from '../languages/languages.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { notifyFailure } from './notify.tsx';

/** Sets the language before sign-in; this browser remembers it. */
export const LanguageMenu = () => {
  const { t, i18n } = useTranslation();
  const { setLanguage, outside } = useI18n();
  const choose = (language: Language) => {
    outside.remember(language);
    setLanguage(language).catch((error: unknown) => notifyFailure(t('components.language.notLoaded'), error));
  };
  return (
    <ChoiceMenu
      label={t('components.language.label')}
      icon={<IconLanguage size={18} aria-hidden />}
      choices={languages.map((language) => ({ value: language, label: languageNames[language], lang: language }))}
      chosen={pickLanguage([i18n.language])}
      chosenLabel={t('components.language.chosen')}
      onChoose={choose}
    />
  );
};
