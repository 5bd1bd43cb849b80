import { type EntityManager } from 'typeorm';
import { carriesSignatures } from '../signatures/documents/signature-document.entity.js';
import { findDocument } from '../signatures/documents/signature-document.queries.js';
import { sheetsOf } from './domain/sheets.js';
import { type SigningContext } from './domain/signing-context.js';

/** What the signing context says of the PDF that signers read. */
export async function documentFacts(
  manager: EntityManager,
  signature: SigningContext['signature'],
): Promise<Pick<SigningContext, 'documentSha256' | 'sheets' | 'carriesSignatures'>> {
  const document = await findDocument(manager, signature, 'presented');
  return {
    documentSha256: document?.sha256.toString('hex') ?? null,
    sheets: document ? sheetsOf(document) : [],
    carriesSignatures: document !== null && carriesSignatures(document),
  };
}
