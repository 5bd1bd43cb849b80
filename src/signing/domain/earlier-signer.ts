import { type DocumentField } from '../../signatures/document-field.entity.js';
import { type Signer } from '../../signatures/signer.entity.js';

/** Somebody who has signed before, with what they left in the document. */
export interface EarlierSigner {
  signer: Signer;
  /** All their fields, in the order of the pages. */
  fields: DocumentField[];
  /** Of what they left (docs/evidence.md). */
  entriesSha256: string;
}
