import {
  type ActionIconProps,
  type AlertProps,
  type BadgeProps,
  type ButtonProps,
  type CheckboxGroupProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type MultiSelectProps,
  type NotificationProps,
  type RadioGroupProps,
  type SelectProps,
  type TableProps,
  type TooltipProps,
} from '@mantine/core';
import type { Translate } from './languages/translate.ts';

/** Verdigris, the green of old copper roofs. */
const verdigris: MantineColorsTuple = [
  '#eaf7f4',
  '#d3ece6',
  '#a8d9ce',
  '#7ac5b5',
  '#52b09e',
  '#339885',
  '#1f8070',
  '#146a5d',
  '#0f594f',
  '#0a443c',
];

/** Slate rather than black, so that surfaces keep visible edges in dark mode. */
const dark: MantineColorsTuple = [
  '#d6dde0',
  '#b8c3c7',
  '#94a2a8',
  '#66757b',
  '#465459',
  '#354146',
  '#263034',
  '#1b2326',
  '#151c1f',
  '#0f1517',
];

/** Styled by name, not with each component's `extend`: the theme must not import what the first screen doesn't show. */
const defaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

/** A `header` element would make the dialog's head a page banner landmark. */
const overlayIn = (t: Translate) =>
  ({
    padding: 'lg',
    closeButtonProps: { 'aria-label': t('common.close') },
    attributes: { header: { role: 'presentation' } },
  }) as const;

/** Above many choices, an error is where the eye is, and the focus. */
const errorFirst = { inputWrapperOrder: ['label', 'description', 'error', 'input'] } satisfies Pick<
  CheckboxGroupProps,
  'inputWrapperOrder'
>;

const look = {
  primaryColor: 'verdigris',
  primaryShade: { light: 7, dark: 7 },
  colors: { verdigris, dark },
  // DECISION 0293: four sizes of type, two weights, one radius, spacing in steps of four. `xl` is for what is round.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1.125rem', xl: '1.5rem' },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  radius: { xs: '6px', sm: '6px', md: '6px', lg: '6px', xl: '1000px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Bundled, so that every system shows the same. DECISION 0141.
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
} as const;

const componentsIn = (t: Translate) => {
  const overlay = overlayIn(t);
  return {
    Modal: defaults<ModalProps>({ ...overlay, centered: true }),
    Drawer: defaults<DrawerProps>(overlay),
    Menu: defaults<MenuProps>({
      shadow: 'md',
      position: 'bottom-end',
      withinPortal: true,
      // A menu may contain items alone: the first has the focus.
      withInitialFocusPlaceholder: false,
      hideDetached: false,
    }),
    Tooltip: defaults<TooltipProps>({
      withArrow: true,
      multiline: true,
      maw: 280,
      events: { hover: true, focus: true, touch: true },
    }),
    Badge: defaults<BadgeProps>({
      variant: 'light',
      radius: 'sm',
      tt: 'none',
      fw: 600,
      // A status is one word; let other columns shrink in a narrow table.
      styles: { root: { overflow: 'visible' }, label: { overflow: 'visible' } },
    }),
    CheckboxGroup: defaults<CheckboxGroupProps>(errorFirst),
    RadioGroup: defaults<RadioGroupProps>(errorFirst),
    // Both icons beside each other would lie on what is chosen.
    Select: defaults<SelectProps>({ clearSectionMode: 'clear' }),
    MultiSelect: defaults<MultiSelectProps>({ clearSectionMode: 'clear' }),
    // Most alerts are there from the start; those that appear later set their own role.
    Alert: defaults<AlertProps>({ variant: 'light', role: 'note' }),
    Button: defaults<ButtonProps>({ fw: 600 }),
    ActionIcon: defaults<ActionIconProps>({ variant: 'subtle', color: 'gray' }),
    Notification: defaults<NotificationProps>({ closeButtonProps: { 'aria-label': t('components.hideMessage') } }),
    Table: defaults<TableProps>({ verticalSpacing: 'sm', highlightOnHover: true }),
  };
};

/** The console's theme, with the library's own labels in the language of `t`. */
export const themeIn = (t: Translate) => createTheme({ ...look, components: componentsIn(t) });

/** The subtle variant of a color: alerts, badges, icons. */
const tinted = (color: string, ground: string, hover: string, text: string) => ({
  [`--mantine-color-${color}-light`]: ground,
  [`--mantine-color-${color}-light-hover`]: hover,
  [`--mantine-color-${color}-light-color`]: text,
});

/** The filled variant of a color, for buttons. */
const filled = (color: string, ground: string, hover: string, outline: string) => ({
  [`--mantine-color-${color}-filled`]: ground,
  [`--mantine-color-${color}-filled-hover`]: hover,
  [`--mantine-color-${color}-outline`]: outline,
});

/** Overrides where the library's tones miss WCAG AA contrast, and the shell's surfaces. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...tinted('yellow', '#fdf3d3', '#f9e9b5', '#6b4400'),
    ...tinted('orange', '#fdebdc', '#f9dcc2', '#7d3a00'),
    ...tinted('red', '#fce9e7', '#f8d8d5', '#96201a'),
    ...tinted('gray', '#eaeff0', '#dde4e6', '#3d484c'),
    ...filled('red', '#b3261e', '#96201a', '#b3261e'),
    // Destructive items of menus.
    '--mantine-color-red-6': '#b3261e',
    // Borders of fields and buttons.
    '--mantine-color-default-border': '#82909a',
    '--castellan-accent': '#146a5d',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#556166',
    '--mantine-color-placeholder': '#647075',
    '--mantine-color-error': '#b3261e',
    '--castellan-ground': '#f5f8f8',
    '--castellan-surface': '#ffffff',
    '--castellan-line': '#dde4e6',
    '--castellan-chart-estimate': '#339885',
    '--castellan-chart-invoice': '#0a443c',
    '--castellan-chart-failed': '#a61e1e',
    '--castellan-health-good': '#1f8070',
    '--castellan-health-fair': '#b97400',
    '--castellan-health-poor': '#c92a2a',
    '--castellan-nav-active': '#e2f0ed',
    '--castellan-nav-active-text': '#0a443c',
  },
  dark: {
    ...tinted('yellow', '#36301c', '#423a20', '#f2d68a'),
    ...tinted('orange', '#3a2b20', '#473325', '#f4bd8f'),
    ...tinted('red', '#3b2726', '#482d2b', '#ffb3ac'),
    ...tinted('gray', '#2b3539', '#354146', '#c3ced2'),
    ...tinted('verdigris', '#1d3a36', '#234640', '#a8d9ce'),
    ...filled('red', '#b3332b', '#9c2b24', '#ff9a91'),
    '--mantine-color-red-6': '#ff9a91',
    '--mantine-color-default-border': '#6b7c83',
    '--castellan-accent': '#52b09e',
    '--mantine-color-body': '#1b2326',
    '--mantine-color-dimmed': '#a3b0b5',
    '--mantine-color-placeholder': '#8f9da3',
    '--mantine-color-error': '#ff9a91',
    '--mantine-color-anchor': '#7ac5b5',
    '--castellan-ground': '#141a1d',
    '--castellan-surface': '#1b2326',
    '--castellan-line': '#303b40',
    '--castellan-chart-estimate': '#339885',
    '--castellan-chart-invoice': '#a8d9ce',
    '--castellan-chart-failed': '#ff9a91',
    '--castellan-health-good': '#52b09e',
    '--castellan-health-fair': '#f2c14e',
    '--castellan-health-poor': '#ff8787',
    '--castellan-nav-active': '#1d3a36',
    '--castellan-nav-active-text': '#a8d9ce',
  },
});
