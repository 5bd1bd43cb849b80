import { type SignaturePayload } from '../../signature-payload.mapper.js';
import { SignatureWithSignersDto } from './signature-response.dto.js';

/** `data` of a webhook about a request: the request as GET shows it. */
export class SignaturePayloadDto extends SignatureWithSignersDto implements SignaturePayload {
  /** Present once the request is cancelled. */
  deletedAt?: string;
}
