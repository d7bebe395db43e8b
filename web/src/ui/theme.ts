/** The theme: primary colour #5D87FF and Plus Jakarta Sans (specification sections 1 and 9). */
import { type CSSVariablesResolver, type MantineColorsTuple, createTheme, rem } from '@mantine/core';

/** Ten shades around the primary. White text needs shade 6 or darker: on #5D87FF it reaches only 3.3:1. */
export const PRIMARY: MantineColorsTuple = [
  '#eef3ff',
  '#dde7ff',
  '#bfd0ff',
  '#9fb8ff',
  '#7d9eff',
  '#5D87FF',
  '#4069e0',
  '#2f55c4',
  '#25449d',
  '#1b3376',
];

/** Neutrals with a slight blue. */
export const GRAY: MantineColorsTuple = [
  '#f8f9fc',
  '#f1f3f8',
  '#e6e9f1',
  '#d6dbe6',
  '#c2c9d8',
  '#9aa4b8',
  '#6b7689',
  '#4a5468',
  '#313a4c',
  '#1d2433',
];

export const DARK: MantineColorsTuple = [
  '#dce0ea',
  '#bcc3d1',
  '#98a1b5',
  '#6f7990',
  '#454e63',
  '#2e3647',
  '#1c2230',
  '#12161f',
  '#0c0f16',
  '#080a0f',
];

const FONT =
  "'Plus Jakarta Sans', 'Plus Jakarta Sans Fallback', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The smallest target of a pointer (WCAG 2.2, 2.5.8); Mantine's small buttons have 22 pixels. */
const SMALL_TARGET = rem(24);

export const theme = createTheme({
  primaryColor: 'primary',
  primaryShade: { light: 7, dark: 7 },
  colors: { primary: PRIMARY, gray: GRAY, dark: DARK },
  black: GRAY[9],
  fontFamily: FONT,
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: FONT, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  components: {
    ActionIcon: {
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({
        root: size === 'sm' ? { '--ai-size': SMALL_TARGET } : {},
      }),
    },
    CloseButton: {
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({
        root: size === 'sm' ? { '--cb-size': SMALL_TARGET } : {},
      }),
    },
  },
});

/** Text colours that reach 4.5:1 where Mantine's own do not. */
export const TEXT = {
  light: { dimmed: '#5a6478', error: '#c0271f', placeholder: '#667085', anchor: PRIMARY[7], disabled: '#667085' },
  dark: { dimmed: DARK[2], error: '#ff9b93', placeholder: '#8f99ad', anchor: PRIMARY[3], disabled: DARK[2] },
} as const;

const buildVariables = (text: (typeof TEXT)['light' | 'dark']) => ({
  '--mantine-color-dimmed': text.dimmed,
  '--mantine-color-error': text.error,
  '--mantine-color-placeholder': text.placeholder,
  '--mantine-color-anchor': text.anchor,
  '--mantine-color-disabled-color': text.disabled,
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  // Mantine's own orange on its light background reaches only 2.6:1.
  light: { ...buildVariables(TEXT.light), '--mantine-color-orange-light-color': '#9a3d00' },
  dark: buildVariables(TEXT.dark),
});
