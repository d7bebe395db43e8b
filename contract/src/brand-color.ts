/** Legibility of brand colours, by the contrast of WCAG 2.2. Colours are `#rrggbb`. */

/** The darkest light surface on which a brand colour is used as text. */
const LIGHT_SURFACE = '#f0f2f6';
/** The lightest dark surface of the pay page. */
const DARK_SURFACE = '#222c44';
/** Of text of any size (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5;

type Rgb = [red: number, green: number, blue: number];

const parse = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
const format = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

function calculateLuminance(color: string): number {
  const [red, green, blue] = parse(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (none) to 21 (black on white). */
export function calculateContrast(color: string, other: string): number {
  const [lighter = 0, darker = 0] = [calculateLuminance(color), calculateLuminance(other)].toSorted(
    (left, right) => right - left,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** Whether white text is legible on the colour, and the colour as text on light surfaces. */
export const isLegibleBrandColor = (color: string): boolean => calculateContrast(color, LIGHT_SURFACE) >= CONTRAST_MIN;

/** `share` 0: the colour; 1: the other one. */
const mix = (color: string, other: string, share: number): string => {
  const to = parse(other);
  return format(parse(color).map((value, at) => value + ((to[at] ?? 0) - value) * share) as Rgb);
};

const STEPS = 200;

/** The first colour on the way to `other` that is legible on the surface. */
function mixUntilLegible(color: string, other: string, surface: string): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, other, step / STEPS);
    if (calculateContrast(mixed, surface) >= CONTRAST_MIN) return mixed;
  }
  return other;
}

/** The same hue, darkened until it is allowed. */
export const toNearestBrandColor = (color: string): string => mixUntilLegible(color, '#000000', LIGHT_SURFACE);

/** The same hue, lightened for dark screens. */
export const toDarkModeColor = (color: string): string => mixUntilLegible(color, '#ffffff', DARK_SURFACE);
