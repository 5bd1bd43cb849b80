import { type DetachedSigner } from '../../pdf-signatures/sign-field.js';
import { type AskParent } from '../../platform/child-process/serve-child-task.js';
import { mostSignatures } from '../document-field.js';
import { type SigningDetails } from '../pdf-inputs.js';
import { type StampDetails } from '../signature-stamp.js';
import {
  prepareDocument,
  sealDocument,
  sealFinished,
  sealPrepared,
  type SignedBytes,
  signPrepared,
} from './seal-document.js';

/** One step from the uploaded document to the sealed one. */
export type SigningTask = {
  pdf: Uint8Array;
  /** Bytes to reserve for the signature. */
  roomBytes?: number;
} & (
  | { step: 'prepare'; details: StampDetails }
  | { step: 'sign'; details: StampDetails; signing: SigningDetails & { signer: number } }
  | { step: 'seal'; details: StampDetails; signing: SigningDetails }
  | { step: 'seal prepared' | 'seal finished'; signing: SigningDetails }
);

/** How many digests a step may ask to sign. */
export function mostDigests(task: SigningTask): number {
  if (task.step === 'sign') return mostSignatures(task.details, task.signing.signer);
  return task.step === 'seal' ? mostSignatures(task.details) : 1;
}

/** Takes one step. The key stays in the parent process, which is asked to sign a digest. */
export function signDocument(task: SigningTask, ask: AskParent): Promise<SignedBytes> {
  return perform(task, async (contentSha256) => Buffer.from((await ask(contentSha256)) as Uint8Array));
}

function perform(task: SigningTask, sign: DetachedSigner): Promise<SignedBytes> {
  const { pdf, roomBytes } = task;
  switch (task.step) {
    case 'prepare':
      return prepareDocument(pdf, task.details);
    case 'sign':
      return signPrepared(pdf, task.details, { ...task.signing, roomBytes }, sign);
    case 'seal':
      return sealDocument(pdf, task.details, { ...task.signing, roomBytes }, sign);
    case 'seal prepared':
      return sealPrepared(pdf, { ...task.signing, roomBytes }, sign);
    case 'seal finished':
      return sealFinished(pdf, { ...task.signing, roomBytes }, sign);
  }
}
