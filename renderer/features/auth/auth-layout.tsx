import { Box, Center, Group, Stack } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { ColorSchemeMenu, LanguageMenu } from '../../components/choice-menu.tsx';
import { Logo } from '../../components/logo.tsx';

export const AuthLayout = () => (
  <Box mih="100dvh" p="md">
    <Group justify="flex-end" gap="xs">
      <LanguageMenu />
      <ColorSchemeMenu />
    </Group>
    <Center component="main" id="main" tabIndex={-1} mih="calc(100dvh - 100px)">
      <Stack w="100%" maw={440} gap="lg" py="lg">
        <Center>
          <Logo size={36} />
        </Center>
        <div>
          <Outlet />
        </div>
      </Stack>
    </Center>
  </Box>
);
