import { AppShell, Burger, Group, Image, Text } from '@mantine/core';
import { getHotkeyHandler, useDisclosure, useMediaQuery, useReducedMotion } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useMe, useTenant } from '../../api/context.tsx';
import { samplePassword } from '../../api/sample-password.ts';
import { ColorSchemeMenu } from '../../components/choice-menu.tsx';
import { KnownPasswordProvider } from '../../components/known-password.ts';
import { Logo } from '../../components/logo.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { PreferencesProvider } from '../../components/preferences.tsx';
import { useI18n } from '../../languages/i18n-context.tsx';
import { pickLanguage } from '../../languages/languages.ts';
import { paths } from '../../paths.ts';
import { IdleCountdown } from './idle-countdown.tsx';
import { LiveStatus } from './live-status.tsx';
import { MailHoldBanner } from './mail-hold-banner.tsx';
import { refusedPage } from './navigation.logic.ts';
import { Navigation } from './navigation.tsx';
import { RefusedPage } from './no-page.tsx';
import { RunStatus } from './run-status.tsx';
import { SearchLauncher, type ShellDialog } from './search-launcher.tsx';
import { SecondFactorBanner } from './second-factor-banner.tsx';
import type { ConsoleTasks } from './tasks.logic.ts';
import { useFocusKept } from './use-focus-kept.ts';
import { UserMenu } from './user-menu.tsx';
import { VerificationBanner } from './verification-banner.tsx';

interface ShellProps {
  inviteDialog: ShellDialog;
  loadTasks: () => Promise<ConsoleTasks>;
  notice?: ReactNode;
}

/** Where the open navigation covers the page: below the breakpoint `sm`. */
const coveredWidths = '(max-width: 47.99em)';

/** Layout behind the auth guard: navigation on the left, account menu at the top, one page inside. */
export const Shell = ({ inviteDialog, loadTasks, notice }: ShellProps) => {
  const { t } = useTranslation();
  const me = useMe();
  const tenant = useTenant(me);
  const [opened, { toggle, close }] = useDisclosure();
  const isCovered = useMediaQuery(coveredWidths, false, { getInitialValueInEffect: false }) && opened;
  const burger = useRef<HTMLButtonElement>(null);
  const onKeyDown = getHotkeyHandler([
    [
      'Escape',
      () => {
        close();
        burger.current?.focus();
      },
    ],
  ]);
  const main = useRef<HTMLElement>(null);
  useFocusKept(main);
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false });
  useLanguageOf(me);
  const refused = useRouterState({ select: ({ location }) => refusedPage(me, location.pathname) });
  return (
    <PreferencesProvider preferences={me.preferences}>
      <FocusAfterNavigation main={main} />
      <SkipLink onSkip={() => main.current?.focus()} />
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'sm', sm: 'lg' }}
        // AppShell and Burger do not honor reduced motion on their own.
        transitionDuration={isStill ? 0 : 200}
      >
        <AppShell.Header bg="var(--castellan-surface)">
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                ref={burger}
                opened={opened}
                onClick={toggle}
                onKeyDown={onKeyDown}
                hiddenFrom="sm"
                size="sm"
                transitionDuration={isStill ? 0 : 200}
                aria-label={t(opened ? 'shell.close' : 'shell.open')}
                aria-expanded={opened}
              />
              <Link
                {...paths.dashboard}
                style={{ color: 'inherit', textDecoration: 'none' }}
                aria-label={t('shell.home')}
              >
                <Logo />
              </Link>
              <TenantName me={me} />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <RunStatus me={me} place="header" />
              <SearchLauncher me={me} inviteDialog={inviteDialog} loadTasks={loadTasks} />
              <ColorSchemeMenu />
              <UserMenu me={me} />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar
          p="sm"
          bg="var(--castellan-surface)"
          aria-label={t('navigation.label')}
          mod={{ closed: !opened }}
          onKeyDown={onKeyDown}
        >
          <Navigation me={me} onNavigate={close} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} ref={main} inert={isCovered}>
          {notice}
          <RunStatus me={me} place="page" />
          {may(me, 'mail.settings') && <MailHoldBanner />}
          {!me.email_verified && <VerificationBanner me={me} />}
          <SecondFactorBanner />
          <KnownPasswordProvider value={tenant?.sample ? samplePassword.read() : undefined}>
            {refused ? <RefusedPage name={refused} /> : <Outlet />}
          </KnownPasswordProvider>
        </AppShell.Main>
      </AppShell>
      <IdleCountdown />
      <LiveStatus />
    </PreferencesProvider>
  );
};

const SkipLink = ({ onSkip }: { onSkip: () => void }) => {
  const { t } = useTranslation();
  // With a `<base>` URL, a bare fragment would lead to the start page.
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <a
      className="skip-link"
      href={`${pathname}#main`}
      onClick={(event) => {
        event.preventDefault();
        onSkip();
      }}
    >
      {t('shell.skip')}
    </a>
  );
};

/**
 * After a navigation, moves focus into the new page, as a page load would, unless a dialog opened while the page was
 * still loading. A component of its own, so that a navigation doesn't render the shell again.
 */
const FocusAfterNavigation = ({ main }: { main: RefObject<HTMLElement | null> }) => {
  const wanted = useRouterState({ select: (state) => state.location.pathname });
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const focusedBefore = useRef<Element>(null);
  const previous = useRef<string | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the focus was as each navigation began
  useEffect(() => {
    focusedBefore.current = document.activeElement;
  }, [wanted]);
  useEffect(() => {
    const focused = document.activeElement;
    const isInNewDialog = focused !== focusedBefore.current && focused?.closest('[role="dialog"]');
    if (previous.current !== undefined && previous.current !== pathname && !isInNewDialog) {
      main.current?.focus({ preventScroll: true });
    }
    previous.current = pathname;
  }, [pathname, main]);
  return null;
};

/** Applies the user's language preference, right away when it changes here or elsewhere. */
const useLanguageOf = ({ preferences }: Me) => {
  const i18n = useI18n();
  const language = pickLanguage([preferences.language]);
  useEffect(() => {
    i18n
      .setLanguage(language)
      .catch((error: unknown) => notifyFailure(i18n.instance.t('components.language.notLoaded'), error));
  }, [i18n, language]);
};

/** The organization's logo and name; left out while unknown, because nothing else depends on it. */
const TenantName = ({ me }: { me: Me }) => {
  const tenant = useTenant(me);
  return (
    <>
      {/* Its name is next to it. */}
      {tenant?.logo != null && <Image src={tenant.logo} alt="" h={28} w="auto" maw={120} fit="contain" />}
      <Text size="sm" c="dimmed" truncate visibleFrom="sm" maw={320}>
        {tenant?.name}
      </Text>
    </>
  );
};
