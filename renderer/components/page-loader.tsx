import { Center, Loader, VisuallyHidden } from '@mantine/core';

export const PageLoader = () => (
  <Center mih="50vh" role="status">
    <Loader aria-hidden />
    <VisuallyHidden>Loading</VisuallyHidden>
  </Center>
);
