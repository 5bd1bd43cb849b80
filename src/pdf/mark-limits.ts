/** The most points of a drawn signature, all strokes together: about a minute of drawing. */
export const MAX_MARK_POINTS = 5_000;
/** Width divided by height of the box to which a drawn signature's coordinates are relative, on the page and in the PDF. */
export const MARK_ASPECT_RATIO = 3;
