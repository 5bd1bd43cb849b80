import { type EntityManager } from 'typeorm';
import { documentsInOrder } from '../signatures/documents/request-documents.queries.js';
import { carriesSignatures } from '../signatures/documents/signature-document.entity.js';
import { sizesOf } from './domain/sheets.js';
import { type SigningContext } from './domain/signing-context.js';

/** What the signing context says of the PDFs that signers read. */
export async function documentFacts(
  manager: EntityManager,
  signature: SigningContext['signature'],
): Promise<Pick<SigningContext, 'documentSha256' | 'documents'>> {
  const stored = await documentsInOrder(manager, signature);
  const documents = stored.flatMap(({ n, name, files: { presented } }) =>
    presented
      ? {
          ...{ n, name, storageKey: presented.storageKey, sha256: presented.sha256.toString('hex') },
          pages: sizesOf(presented),
          carriesSignatures: carriesSignatures(presented),
        }
      : [],
  );
  return { documentSha256: documents[0]?.sha256 ?? null, documents };
}
