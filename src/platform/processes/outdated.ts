import { StartError } from '../config/start-error.js';

/** Why a process that understands `own` cannot run on a database whose minimum is `minimum`. */
export const outdated = (own: number, minimum: number): StartError =>
  new StartError(
    `The database contains requests of version ${minimum} of the data format, and this release understands only version ${own}. It would show or complete them wrongly, so it does not run: start the release that was running before, or a later one.`,
  );
