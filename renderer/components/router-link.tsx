import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const AnchorButton = (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
);

/** The library's link controls, as router links. */
export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(AnchorButton);
