/** Public face of the zone's dates. */
export { EXPIRY_YEARS_BEHIND, namesDay } from './engines/mrz/mrz-dates.js';
