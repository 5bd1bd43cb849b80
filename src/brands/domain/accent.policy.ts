/** A colour that an organization can choose, in both schemes, as `#rrggbb`. */
export interface Accent {
  /** On light pages, with light text on it. */
  light: string;
  lightStrong: string;
  /** Derived from it, for dark pages, with dark text on it. */
  dark: string;
  darkStrong: string;
}

/** Whether a colour is allowed and, if not, the nearest darker one of its hue that is. */
export type AccentVerdict =
  | { isReadable: true; accent: Accent; contrast: number }
  | { isReadable: false; contrast: number; nearest: string };

/** WCAG 2.2, success criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5;

/** The darkest ground of light pages, and the lightest of dark ones, behind text in the colour (tokens.css). */
const LIGHT_GROUND = '#f1eee7';
const DARK_GROUND = '#3d3a33';
/** Share of black or white mixed into a colour on hover. */
const STRONGER = 0.22;
/** Text on the colour, which contrasts more than the grounds do. */
export const ON_LIGHT = '#ffffff';
export const ON_DARK = '#171613';

const SHADES = 256;

/** @param color - `#rrggbb`, lower case */
export function judgeAccent(color: string): AccentVerdict {
  const contrast = contrastOf(color, LIGHT_GROUND);
  if (contrast < LEAST_CONTRAST)
    return { isReadable: false, contrast, nearest: shadeUntilReadable(color, '#000000', LIGHT_GROUND) };
  const dark = shadeUntilReadable(color, '#ffffff', DARK_GROUND);
  const accent = {
    light: color,
    lightStrong: mix(color, '#000000', STRONGER),
    dark,
    darkStrong: mix(dark, '#ffffff', STRONGER),
  };
  return { isReadable: true, accent, contrast };
}

/** Null for text that is not a colour, or a colour too light for text. */
export function accentOf(color: string | null): Accent | null {
  const verdict = color !== null && isColor(color) ? judgeAccent(color) : null;
  return verdict?.isReadable ? verdict.accent : null;
}

export const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text);

/** Contrast by WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** The first mixture with `end` that can be read on `ground`. */
function shadeUntilReadable(color: string, end: string, ground: string): string {
  for (let shade = 0; shade < SHADES; shade++) {
    const mixed = mix(color, end, shade / SHADES);
    if (contrastOf(mixed, ground) >= LEAST_CONTRAST) return mixed;
  }
  return end;
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function mix(color: string, end: string, share: number): string {
  const ends = channelsOf(end);
  const mixed = channelsOf(color).map((value, index) => Math.round(value + (ends[index]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
