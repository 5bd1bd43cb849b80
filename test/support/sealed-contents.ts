import { type SealedFile } from '../../src/completion/completion-materials.js';
import { type PaperContents, SignaturePapers } from '../../src/signatures/documents/signature-papers.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { type SharedTestApp } from './app.js';

/** What the papers of a request show whose documents are sealed, and those documents. */
export async function sealedContents(
  { app, dataSource: { manager } }: SharedTestApp,
  id: number,
): Promise<[PaperContents, SealedFile[]]> {
  const signature = await manager.findOneByOrFail(Signature, { id });
  const papers = app.get(SignaturePapers, { strict: false });
  const contents = await papers.gather(manager, signature);
  return [contents, contents.documents.map(({ signed }) => signed!)];
}
