import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Language, languageNames, languages } from '../languages/languages.ts';
import { useTexts } from '../languages/texts-context.tsx';
import { notifyFailure } from './notify.tsx';

/** The language before anybody has signed in; this machine remembers it. */
export const LanguageMenu = () => {
  const { t, i18n } = useTranslation();
  const { speak, outside } = useTexts();
  const choose = (language: Language) => {
    outside.remember(language);
    speak(language).catch((error: unknown) => notifyFailure(t('components.language.notLoaded'), error));
  };
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('components.language.label')}>
          <IconLanguage size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={
              i18n.language === language && (
                <IconCheck size={14} role="img" aria-label={t('components.language.chosen')} />
              )
            }
            onClick={() => choose(language)}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
