import { Alert, Box, Center, Image, Stack, Text, Title } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { Outlet, useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsSolving } from '../../api/context.tsx';
import { AppearanceMenus } from '../../components/choice-menu.tsx';
import { Logo } from '../../components/logo.tsx';
import { tabTitle } from '../../components/route-states.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { useGoingTo } from './use-way-on.ts';

export const AuthLayout = () => (
  <Box mih="100dvh" p="md">
    <AppearanceMenus />
    <Center component="main" id="main" tabIndex={-1} mih="calc(100dvh - 100px)">
      <Stack w="100%" maw={440} gap="lg" py="lg">
        <Center>
          <PageLogo />
        </Center>
        <div>
          <Outlet />
        </div>
      </Stack>
    </Center>
  </Box>
);

/**
 * On the sign-in page of an organization, its own, if it has one. It keeps a light ground in both schemes: most are drawn for
 * one.
 */
const PageLogo = () => {
  const page = useMatch({ from: '/auth/sign-in/$slug', shouldThrow: false })?.loaderData?.organization;
  return page?.logo == null ? <Logo size={36} /> : <Image src={page.logo} alt={page.name} className="page-logo" />;
};

interface AuthCardProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Whether the page came by itself: it begins with its title then, so that no key that was meant for the one before presses a button. */
  isNews?: boolean;
}

/** One step before the console: a title, a sentence, a form, and links below it. */
export const AuthCard = (props: AuthCardProps) => {
  const { title, lead, children, footer, isNews = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <>
      <title>{tabTitle(title)}</title>
      <Stack gap="lg" className="surface" p={{ base: 'md', xs: 'xl' }}>
        <div>
          <Title order={1} className="break-anywhere" ref={heading} {...(isNews && { tabIndex: -1 })}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} className="break-anywhere">
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
      <Solving />
      {footer && (
        <Text component="div" ta="center" size="sm" c="dimmed" mt="md">
          {footer}
        </Text>
      )}
    </>
  );
};

/** What the browser does before it sends the form once more. */
const Solving = () => {
  const { t } = useTranslation();
  const isSolving = useIsSolving();
  return (
    // Always there, so that screen readers hear what comes into it.
    <div role="status">
      {isSolving && (
        <Text size="sm" c="dimmed" ta="center" mt="md">
          {t('auth.solving')}
        </Text>
      )}
    </div>
  );
};

/** It goes on to where the person was going. */
export const BackToSignIn = () => {
  const { t } = useTranslation();
  return (
    <AnchorLink {...paths.login} search={useGoingTo()}>
      {t('auth.back')}
    </AnchorLink>
  );
};

/** Shown if a page that needs an email token was opened without one. */
export const MissingToken = () => {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" title={t('auth.brokenLink.title')} icon={<IconLinkOff aria-hidden />}>
      {t('auth.brokenLink.text')}
    </Alert>
  );
};
