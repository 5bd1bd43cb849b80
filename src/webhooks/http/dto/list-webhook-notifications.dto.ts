import { IsIn, IsOptional } from 'class-validator';
import { QueryInt } from '../../../common/validation/query.decorator.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhook-delivery.state.js';

const MAX_EVENT = 100;

export class ListWebhookNotificationsDto {
  /** An event type; the page is empty if it never fired. */
  @IsOptional() @Text({ max: MAX_EVENT }) event?: string;
  @IsOptional() @IsIn(DELIVERY_STATUSES) status?: DeliveryStatus;
  @IsOptional() @QueryInt({ min: 1, max: 100 }) limit: number = 50;
  @IsOptional() @QueryInt({ min: 0, max: Number.MAX_SAFE_INTEGER }) offset: number = 0;
}
