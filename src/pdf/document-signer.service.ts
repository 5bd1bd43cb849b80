import { Injectable } from '@nestjs/common';
import { signDetached } from '../pdf-signatures/detached-signature.js';
import { type SealingKey } from '../pdf-signatures/sealing-key.port.js';
import { type AnswerChild } from '../platform/child-process/child-task.js';
import { type CompletedTask } from './check-completed.js';
import { TimeStamps } from '../pdf-signatures/time-stamps.service.js';
import { DocumentTasks, toBuffer } from './document-tasks.service.js';
import { type ExpectedDocument, type ExpectedSignature } from './is-sound-seal.js';
import { type SignedBytes, type SigningDetails } from './seal-document.js';
import { type SigningTask } from './sign-document.js';
import { type StampDetails } from './signature-stamp.js';

/** A document after one step, opened again and found right. */
export interface SignedDocument {
  pdf: Buffer;
  /** Of the whole, signature pages included. */
  pages: number;
  /** Ours, in the order in which they were made. */
  signatures: ExpectedSignature[];
}

/** A document on its way: what was read, and what has become of it so far. */
export interface SigningState extends SignedDocument {
  original: Buffer;
}

/** Signs and seals documents, step by step, each signature with a time stamp where an authority is set. The keys stay in this process; the child that opens the document has digests signed. */
@Injectable()
export class DocumentSigner {
  constructor(
    private readonly tasks: DocumentTasks,
    private readonly timeStamps: TimeStamps,
  ) {}

  /** Lays out all pages and fields that signers' own signatures need. Throws ChildTaskError. */
  async prepare(original: Buffer, details: StampDetails): Promise<SignedDocument> {
    const { pdf, pages } = await this.perform({ step: 'prepare', pdf: original, details });
    return { pdf: toBuffer(pdf), pages, signatures: [] };
  }

  /** One signer's own signature in a prepared document. Throws ChildTaskError, TimestampError, or Error when the result is not right. */
  sign(
    state: SigningState,
    details: StampDetails,
    signing: SigningDetails & { signer: number },
    key: SealingKey,
  ): Promise<SignedDocument> {
    return this.signAndCheck(
      state,
      { step: 'sign', pdf: state.pdf, details, signing: this.stamped(signing) },
      key,
    );
  }

  /** The seal of a prepared document that everyone has signed. Throws as `sign` does. */
  sealPrepared(state: SigningState, signing: SigningDetails, key: SealingKey): Promise<SignedDocument> {
    return this.signAndCheck(
      state,
      { step: 'seal prepared', pdf: state.pdf, signing: this.stamped(signing) },
      key,
    );
  }

  /** Draws what everyone left and seals it. Throws as `sign` does. */
  seal(
    original: Buffer,
    details: StampDetails,
    signing: SigningDetails,
    key: SealingKey,
  ): Promise<SignedDocument> {
    const task: SigningTask = { step: 'seal', pdf: original, details, signing: this.stamped(signing) };
    return this.signAndCheck({ original, signatures: [] }, task, key);
  }

  /** Seals a PDF of our own as it is. Throws as `sign` does. */
  sealFinished(pdf: Buffer, signing: SigningDetails, key: SealingKey): Promise<SignedDocument> {
    return this.signAndCheck(
      { original: pdf, signatures: [] },
      { step: 'seal finished', pdf, signing: this.stamped(signing) },
      key,
    );
  }

  /**
   * Whether a signed PDF opens without recovery, has its pages, those of the original unchanged, and the expected signatures
   * hold over all of it; false also when it kills its reader.
   */
  async check(original: Buffer, completed: Buffer, expected: ExpectedDocument): Promise<boolean> {
    const task: CompletedTask = { original, completed, expected };
    return this.tasks.run('check-completed', task).catch(() => false);
  }

  private stamped<Signing extends SigningDetails>(signing: Signing): Signing {
    return { ...signing, isTimeStamped: this.timeStamps.stamper !== undefined };
  }

  private async signAndCheck(
    { original, signatures: earlier }: Pick<SigningState, 'original' | 'signatures'>,
    task: SigningTask,
    key: SealingKey,
  ): Promise<SignedDocument> {
    const { stamper } = this.timeStamps;
    let isSigned = false;
    const sign: AnswerChild = async (digest) => {
      // A child that a document took over must not have anything else signed.
      if (isSigned) throw new Error('the key signs once');
      isSigned = true;
      return signDetached(toBuffer(digest as Uint8Array), key, stamper);
    };
    const signed = await this.perform(task, sign);
    const pdf = toBuffer(signed.pdf);
    const { pages, fieldName } = signed;
    const signatures = [...earlier, { fieldName, certificate: key.certificate }];
    if (!(await this.check(original, pdf, { pages, signatures })))
      throw new Error('The signed PDF was not found right');
    return { pdf, pages, signatures };
  }

  private perform(task: SigningTask, answerChild?: AnswerChild): Promise<SignedBytes> {
    return this.tasks.run('sign-document', task, { answerChild });
  }
}
