/** Points of one drawn signature, over all its strokes: about a minute of steady drawing. */
export const MAX_MARK_POINTS = 5_000;
/** Width through height of the box that a drawn signature's coordinates are shares of, on the page and in the PDF. */
export const MARK_ASPECT_RATIO = 3;
