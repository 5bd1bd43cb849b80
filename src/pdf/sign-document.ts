import { type AskParent } from '../platform/child-process/serve-child-task.js';
import { type DetachedSigner } from '../pdf-signatures/pdf-signing.js';
import {
  prepareDocument,
  sealDocument,
  sealFinished,
  sealPrepared,
  type SignedBytes,
  type SigningDetails,
  signPrepared,
} from './seal-document.js';
import { type StampDetails } from './signature-stamp.js';

/** One step on the way of a document to its seal. */
export type SigningTask = { pdf: Uint8Array } & (
  | { step: 'prepare'; details: StampDetails }
  | { step: 'sign'; details: StampDetails; signing: SigningDetails & { signer: number } }
  | { step: 'seal'; details: StampDetails; signing: SigningDetails }
  | { step: 'seal prepared' | 'seal finished'; signing: SigningDetails }
);

function perform(task: SigningTask, sign: DetachedSigner): Promise<SignedBytes> {
  switch (task.step) {
    case 'prepare':
      return prepareDocument(task.pdf, task.details);
    case 'sign':
      return signPrepared(task.pdf, task.details, task.signing, sign);
    case 'seal':
      return sealDocument(task.pdf, task.details, task.signing, sign);
    case 'seal prepared':
      return sealPrepared(task.pdf, task.signing, sign);
    case 'seal finished':
      return sealFinished(task.pdf, task.signing, sign);
  }
}

/** Takes one step. The key stays with the parent, which is asked to sign a digest. */
export function signDocument(task: SigningTask, ask: AskParent): Promise<SignedBytes> {
  return perform(task, async (contentSha256) => Buffer.from((await ask(contentSha256)) as Uint8Array));
}
