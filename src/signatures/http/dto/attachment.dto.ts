import { ApiProperty } from '@nestjs/swagger';
import { FILE_TYPES } from '../../../forms/files.js';

/** A file that a signer gave into a field of the form and signed. */
export class AttachmentDto {
  id: number;
  key: string;
  signerId: number;
  signerEmail: string;
  name: string;
  @ApiProperty({ enum: FILE_TYPES }) type: string;
  bytes: number;
  sha256: string;
  signedAt: string;
}

export class AttachmentListDto {
  items: AttachmentDto[];
}
