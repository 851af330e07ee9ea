import {
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core';

const paletteOf = (shades: string) => colorsTuple(shades.split(' '));

/*
 * The tokens of the reading room: paper and ink, one calm blue (lapis), amber for evidence only. Index 6 is the
 * token on light paper, index 2 the one on dark; the rest are steps between for hover and tints.
 */
const lapis = paletteOf('#EEF1FC #DCE2F8 #A9BBFF #8FA4F2 #6C82D9 #4A63C8 #2F4BB8 #27409E #203484 #19296A');
const green = paletteOf('#E8F4EE #CFE8DB #7FD6A8 #63C492 #46A878 #2F8A5D #1B6B45 #155838 #10462D #0B3421');
const red = paletteOf('#FCEDEC #F8D7D5 #FF9A92 #F07F76 #DC5B51 #C93E34 #B3261E #961E18 #7A1712 #5E110D');
const amber = paletteOf('#FFF1D6 #FFE3AD #F0B35A #DB9A3C #C07F22 #A66810 #8A5200 #704200 #573300 #33270F');
/** Mantine's neutrals on dark surfaces: text at 0, paper at 7 to 9. */
const dark = paletteOf('#ECEAE4 #D3D4D6 #A7ADBD #8A91A3 #6C7280 #2B303B #1A1D25 #12141A #0D0F14 #08090C');
const gray = paletteOf('#F6F4EF #EFEDE7 #E4E1DA #D3D0C8 #B9B8B5 #8B8F9B #5A6072 #434857 #2E323F #1B1F2A');

const SERIF =
  "'Source Serif 4 Variable', 'Source Serif Fallback', 'Source Serif Fallback Times', Georgia, serif";
const SANS = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Fills are dark on paper and light on dark surfaces, so the text on them turns with the scheme. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--lectern-on-fill)' } : colors;
};

export const theme = createTheme({
  colors: { lapis, green, red, amber, dark, gray },
  white: '#FFFFFF',
  black: '#1B1F2A',
  primaryColor: 'lapis',
  primaryShade: { light: 6, dark: 2 },
  variantColorResolver: variantColors,
  fontFamily: SANS,
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.3125rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.6', xl: '1.35' },
  headings: {
    fontFamily: SERIF,
    fontWeight: '600',
    textWrap: 'pretty',
    sizes: {
      h1: { fontSize: '1.6875rem', lineHeight: '1.25' },
      h2: { fontSize: '1.3125rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: {
    md: '0 2px 6px rgb(20 22 30 / 6%), 0 12px 32px rgb(20 22 30 / 14%)',
    xl: '0 2px 6px rgb(20 22 30 / 6%), 0 12px 32px rgb(20 22 30 / 14%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // White would be too faint on the light fills of the dark scheme.
    Checkbox: { defaultProps: { iconColor: 'var(--lectern-on-fill)' } },
    Radio: { defaultProps: { iconColor: 'var(--lectern-on-fill)' } },
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false, radius: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { transition: 'fade', duration: 140 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 300 } },
    Paper: { defaultProps: { withBorder: true } },
  },
  other: { serif: SERIF },
});

/** The tokens of the design as custom properties, and Mantine's own roles set to them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--lectern-serif': SERIF },
  light: {
    '--lectern-paper': '#FBFAF7',
    '--lectern-surface': '#FFFFFF',
    '--lectern-ink': '#1B1F2A',
    '--lectern-muted': '#5A6072',
    '--lectern-line': '#E4E1DA',
    '--lectern-control-line': '#8B8F9B',
    '--lectern-lapis': '#2F4BB8',
    '--lectern-lapis-tint': '#EEF1FC',
    '--lectern-on-fill': '#FFFFFF',
    '--lectern-amber': '#8A5200',
    '--lectern-amber-tint': '#FFF1D6',
    '--lectern-green': '#1B6B45',
    '--lectern-green-tint': '#E8F4EE',
    '--lectern-red': '#B3261E',
    '--lectern-red-tint': '#FCEDEC',
    '--mantine-color-body': '#FBFAF7',
    '--mantine-color-text': '#1B1F2A',
    '--mantine-color-dimmed': '#5A6072',
    '--mantine-color-placeholder': '#5A6072',
    '--mantine-color-error': '#B3261E',
    '--mantine-color-anchor': '#2F4BB8',
    '--mantine-color-default-border': '#8B8F9B',
  },
  dark: {
    '--lectern-paper': '#12141A',
    '--lectern-surface': '#1A1D25',
    '--lectern-ink': '#ECEAE4',
    '--lectern-muted': '#A7ADBD',
    '--lectern-line': '#2B303B',
    '--lectern-control-line': '#6C7280',
    '--lectern-lapis': '#A9BBFF',
    '--lectern-lapis-tint': '#232A42',
    '--lectern-on-fill': '#12141A',
    '--lectern-amber': '#F0B35A',
    '--lectern-amber-tint': '#33270F',
    '--lectern-green': '#7FD6A8',
    '--lectern-green-tint': '#173126',
    '--lectern-red': '#FF9A92',
    '--lectern-red-tint': '#3A1D1C',
    '--mantine-color-body': '#12141A',
    '--mantine-color-text': '#ECEAE4',
    '--mantine-color-dimmed': '#A7ADBD',
    '--mantine-color-placeholder': '#A7ADBD',
    '--mantine-color-error': '#FF9A92',
    '--mantine-color-anchor': '#A9BBFF',
    '--mantine-color-default': '#1A1D25',
    '--mantine-color-disabled': '#2B303B',
    '--mantine-color-lapis-light': '#232A42',
    '--mantine-color-green-light': '#173126',
    '--mantine-color-red-light': '#3A1D1C',
    '--mantine-color-default-border': '#6C7280',
  },
});
