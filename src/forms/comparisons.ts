/** For editors of forms, which offer only what can be compared. */
export { COMPARISONS_OF } from './conditions/comparisons.js';
