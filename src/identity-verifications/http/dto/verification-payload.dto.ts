import { OmitType } from '@nestjs/swagger';
import { type IdentityVerificationPayload } from '../../identity-verification-payload.mapper.js';
import { VerificationDto } from './identity-verification.dto.js';

/** `data` of a webhook about a verification: the verification as GET shows it, without the session's address. */
export class VerificationPayloadDto
  extends OmitType(VerificationDto, ['sessionUrl'])
  implements IdentityVerificationPayload {}
