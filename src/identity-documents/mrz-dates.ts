/** Public face of the zone's dates. */
export { namesDay } from './engines/mrz/mrz-dates.js';
