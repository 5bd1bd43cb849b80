import { IsIn, IsOptional } from 'class-validator';
import { QueryInt } from '../../../common/validation/query.decorator.js';
import { VERIFICATION_STATUSES, type VerificationStatus } from '../../domain/verification.state.js';

const MAX_LIMIT = 100;
/** The last page whose offset is a safe integer. */
const MAX_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_LIMIT);

export class ListVerificationsDto {
  @IsOptional() @QueryInt({ min: 1, max: MAX_PAGE }) page: number = 1;
  @IsOptional() @QueryInt({ min: 1, max: MAX_LIMIT }) limit: number = 20;
  @IsOptional() @IsIn(VERIFICATION_STATUSES) status?: VerificationStatus;
}
