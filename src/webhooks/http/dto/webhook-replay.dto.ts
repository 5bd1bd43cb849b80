import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsInstant } from '../../../common/validation/deadline.decorator.js';

export class ReplayFailedDto {
  /** Only deliveries recorded at or after this time. */
  @IsInstant() from: string;
  /** Only deliveries recorded before this time; those recorded after the request are never included. */
  @IsInstant() until: string;
  /** Only deliveries to this endpoint. */
  @IsOptional() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) endpointId?: number;
}

export class ReplayDto {
  id: string;
  from: string;
  until: string;
  /** Null for all endpoints. */
  endpointId: number | null;
  /** How many deliveries will be repeated, counted up to 100,000. */
  found: number;
}

export class ReplayProgressDto {
  id: string;
  from: string;
  until: string;
  /** Null for all endpoints. */
  endpointId: number | null;
  /** How many new deliveries have been created so far. */
  replayed: number;
  /** Whether all new deliveries have been created. They may still be waiting to be sent. */
  finished: boolean;
}

export class ReplayedDeliveryDto {
  /** The record id of the new delivery. */
  id: string;
}
