import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsInstant } from '../../../common/validation/deadline.decorator.js';

export class ReplayFailedDto {
  /** Deliveries recorded then or later. */
  @IsInstant() from: string;
  /** Deliveries recorded before then, and by now. */
  @IsInstant() until: string;
  /** Of this endpoint only. */
  @IsOptional() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) endpointId?: number;
}

export class ReplayDto {
  id: string;
  from: string;
  until: string;
  /** Null: of all endpoints. */
  endpointId: number | null;
  /** How many will be delivered again, counted up to 100,000. */
  found: number;
}

export class ReplayProgressDto {
  id: string;
  from: string;
  until: string;
  /** Null: of all endpoints. */
  endpointId: number | null;
  /** New deliveries made so far. */
  replayed: number;
  /** Whether there will be no more of them. They may still be on their way. */
  finished: boolean;
}

export class ReplayedDeliveryDto {
  /** The record id of the new delivery. */
  id: string;
}
