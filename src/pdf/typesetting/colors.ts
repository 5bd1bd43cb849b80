import { type Grayscale, grayscale, ops, type PDF, type RGB, rgb } from '@libpdf/core';
import { isGreyOnly } from '../structure/device-colors.js';

export type Color = RGB | Grayscale;

/** The colours of additions to documents. */
export interface Colors {
  /** Near-black, for text. */
  ink: Color;
  /** 5.9:1 on white, for secondary text. */
  quiet: Color;
  /** Red, 6.5:1 on white. */
  warning: Color;
  white: Color;
  hairline: Color;
  /** A pen's blue-black. */
  pen: Color;
}

/** Brightness from 0 to 1 of the parts of a colour (ITU-R BT.601). */
export const brightness = (red: number, green: number, blue: number) =>
  0.299 * red + 0.587 * green + 0.114 * blue;

export const IN_COLOR = {
  ink: rgb(0.11, 0.11, 0.13),
  quiet: rgb(0.39, 0.39, 0.41),
  warning: rgb(0.7, 0.1, 0.1),
  white: rgb(1, 1, 1),
  hairline: rgb(0.84, 0.83, 0.8),
  pen: rgb(0.08, 0.14, 0.34),
} as const satisfies Colors;

const IN_GREY: Colors = {
  ink: greyOf(IN_COLOR.ink),
  quiet: greyOf(IN_COLOR.quiet),
  warning: greyOf(IN_COLOR.warning),
  white: greyOf(IN_COLOR.white),
  hairline: greyOf(IN_COLOR.hairline),
  pen: greyOf(IN_COLOR.pen),
};

export const colorsFor = (pdf: PDF): Colors => (isGreyOnly(pdf) ? IN_GREY : IN_COLOR);

/** The operator that sets the colour of text and areas. */
export const setFill = (color: Color) =>
  color.type === 'RGB'
    ? ops.setNonStrokingRGB(color.red, color.green, color.blue)
    : ops.setNonStrokingGray(color.gray);

function greyOf({ red, green, blue }: RGB): Grayscale {
  return grayscale(Number(brightness(red, green, blue).toFixed(2)));
}
