import { MAX_MARK_POINTS } from './mark-limits.js';
import { type SignatureMark } from './signature-stamp.js';

/** A drawn signature with the greatest allowed number of points. */
export const largestMark = (): Extract<SignatureMark, { kind: 'drawn' }> => ({
  kind: 'drawn',
  strokes: [
    Array.from({ length: 2 * MAX_MARK_POINTS }, (_, index) =>
      index % 2 === 0 ? index / (2 * MAX_MARK_POINTS) : (1 + Math.sin(index)) / 2,
    ),
  ],
});
