import { IsOptional } from 'class-validator';
import { QueryInt } from '../../../common/validation/query.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';

/** Sealed ones are the longest, since they name their key. */
const MAX_CURSOR = 200;
const MAX_TYPES = 1_000;
const LONGEST_WAIT_SECONDS = 30;

export class ReadEventsDto {
  /** The `next` of an earlier response; without it, the page begins with the oldest event that is kept. */
  @IsOptional() @Text({ max: MAX_CURSOR }) after?: string;
  /** Event types, separated by commas; all by default. */
  @IsOptional() @Text({ max: MAX_TYPES }) types?: string;
  @IsOptional() @QueryInt({ min: 1, max: 1_000 }) limit: number = 100;
  /** Seconds to wait for an event if there is none yet. */
  @IsOptional() @QueryInt({ min: 0, max: LONGEST_WAIT_SECONDS }) wait: number = 0;
}
