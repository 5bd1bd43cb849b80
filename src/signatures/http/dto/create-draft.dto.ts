import { IsIn, Matches } from 'class-validator';
import { MAX_NAME } from '../../../common/validation/limits.js';
import { Text } from '../../../common/validation/text.decorator.js';
import { SIGNATURE_TYPES, type SignatureType } from '../../domain/signature.state.js';

/** RFC 6838 §4.2: type and subtype of up to 127 characters each. */
const MIME_TYPE = /^[A-Za-z0-9][\w!#$&^.+-]{0,126}\/[A-Za-z0-9][\w!#$&^.+-]{0,126}$/;

export class CreateDraftDto {
  @IsIn(SIGNATURE_TYPES) type: SignatureType;
  @Text({ min: 1, max: MAX_NAME }) originalDocumentName: string;
  @Matches(MIME_TYPE, { message: 'originalDocumentType must be a MIME type' })
  originalDocumentType: string;
  @Matches(/^[\w-]{1,20}$/, { message: 'originalDocumentExtension must be an extension without a dot' })
  originalDocumentExtension: string;
}
