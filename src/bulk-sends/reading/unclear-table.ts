import { AppError, type FieldError } from '../../common/errors.js';

/** A way in which a file could be read. */
export interface PossibleReading {
  /** Of the option that would say so. */
  value: string;
  /** The first doubtful rows as they would be read: their cells, or a piece of a line as one. */
  sample: string[][];
}

/** A file does not say how it is to be read. */
export class UnclearTable extends AppError {
  /** @param line - of the file, that is doubtful; null if it is the file as a whole */
  constructor(
    readonly option: 'encoding' | 'delimiter',
    message: string,
    readonly line: number | null,
    readonly readings: readonly PossibleReading[],
    details?: FieldError[],
  ) {
    super(400, message, `${option}_unclear`, details);
  }
}
