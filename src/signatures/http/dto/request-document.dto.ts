import { MAX_NAME } from '../../../common/validation/limits.js';
import { Text } from '../../../common/validation/text.decorator.js';

export class RenameDocumentDto {
  /** A number is added if another document of the request has the name, without regard to case. */
  @Text({ min: 1, max: MAX_NAME }) name: string;
}

/** One of a request's documents. */
export class RequestDocumentDto {
  /** From 1, in the order in which signers read them. */
  n: number;
  name: string;
  pages: number;
  /** Of the file as it was uploaded. */
  bytes: number;
  /** SHA-256 of the file as it was uploaded, in lower-case hex. */
  sha256: string;
  /** SHA-256 of the PDF that signers read. */
  presentedSha256: string;
  /** SHA-256 of the signed PDF; null before the request is completed. */
  signedSha256: string | null;
}

export class RequestDocumentListDto {
  items: RequestDocumentDto[];
}
