import { ActionIcon, Group, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useI18n } from '../languages/i18n-context.tsx';
import { type Language, languageNames, languages, pickLanguage } from '../languages/languages.ts';
import { loadPart, preloadPart } from '../parts/page.ts';
import type { ChoiceMenuList, ChoiceMenuProps } from './choice-menu-list.tsx';
import { notifyFailure } from './notify.tsx';

const load = () => loadPart(() => import('./choice-menu-list.tsx'));
const preload = () => preloadPart(() => import('./choice-menu-list.tsx'));

/** A small set of choices behind a button. Loads the menu on first interaction, to keep it out of the first screen. */
const ChoiceMenu = <Value extends string>(props: ChoiceMenuProps<Value>) => {
  const { t } = useTranslation();
  const [List, setList] = useState<typeof ChoiceMenuList>();
  if (List) return <List {...props} />;
  const open = async () => {
    try {
      const { ChoiceMenuList: Loaded } = await load();
      setList(() => Loaded);
    } catch (error) {
      notifyFailure(t('components.menuNotLoaded'), error);
    }
  };
  return (
    <ActionIcon
      size="lg"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onClick={() => void open()}
    >
      {props.icon}
    </ActionIcon>
  );
};

const schemes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

export const ColorSchemeMenu = () => {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Present = schemes.find(({ value }) => value === colorScheme)?.Icon ?? IconDeviceDesktop;
  return (
    <ChoiceMenu
      label={t('components.scheme.label')}
      icon={<Present size={18} aria-hidden />}
      choices={schemes.map(({ value, Icon }) => ({
        value,
        label: t(`components.scheme.${value}`),
        icon: <Icon size={16} aria-hidden />,
      }))}
      chosen={colorScheme}
      chosenLabel={t('components.scheme.chosen')}
      onChoose={setColorScheme}
    />
  );
};

/** Sets the language before sign-in; this browser remembers it. */
const LanguageMenu = () => {
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

/** At the top of pages outside of the console. */
export const AppearanceMenus = () => (
  <Group justify="flex-end" gap="xs">
    <LanguageMenu />
    <ColorSchemeMenu />
  </Group>
);
