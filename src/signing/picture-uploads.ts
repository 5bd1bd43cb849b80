import { Injectable } from '@nestjs/common';
import { type CleanedSignature, SignerPictures } from '../signatures/signers/signer-pictures.js';
import { tieToBrowser } from './browser-tie.js';
import { MARKS_OF } from './domain/sign-form.js';
import { type SigningContext } from './domain/signing-context.js';
import { mayFillIn } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { SigningAccess } from './signing-access.js';

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Why a picture was refused, as a text key below `signing.problems`. Refused pictures are not kept. */
export type PictureRefusal = `picture_${'missing' | 'too_large' | Problem}`;
type Problem = Extract<CleanedSignature, { ok: false }>['problem'];
type Picture = Extract<CleanedSignature, { ok: true }>;

export interface Receipt {
  /** Null if the picture was stored, or if no signature is due. */
  refusal: PictureRefusal | null;
  /** The new secret for the browser to keep, or null. */
  secret: string | null;
}
const refused = (refusal: PictureRefusal): Receipt => ({ refusal, secret: null });

/** Receives a signature's picture, cleans it in a child process, stores it encrypted and shows it before signing. */
@Injectable()
export class PictureUploads {
  constructor(
    private readonly access: SigningAccess,
    private readonly pictures: SignerPictures,
  ) {}

  /**
   * @param file null if it was larger than MAX_PICTURE_BYTES
   * @throws the signal's reason if it aborts before the picture is stored
   */
  async receive(visit: Visit, file: Buffer | null, signal: AbortSignal): Promise<Receipt> {
    if (file === null) return refused('picture_too_large');
    if (file.length === 0) return refused('picture_missing');
    const context = await this.access.find(visit);
    if (!mayUpload(context)) return { refusal: null, secret: null };
    const { organizationId } = context.signer;
    const cleaned = await this.pictures.clean(file, { tenant: organizationId, signal });
    if (!cleaned.ok) return refused(`picture_${cleaned.problem}`);
    signal.throwIfAborted();
    const tie = tieToBrowser(visit, context.signature);
    await this.keep(visit, { organizationId, browserHash: tie.hash }, cleaned);
    return { refusal: null, secret: tie.secret };
  }

  /** The picture as it will look in the document; null if there is none for this browser, or no signature is due. */
  async show(visit: Visit): Promise<Buffer | null> {
    const context = await this.access.find(visit);
    return context.picture && mayUpload(context) ? this.pictures.read(context.picture) : null;
  }

  /** Writes the file first. */
  private async keep(
    visit: Visit,
    { organizationId, browserHash }: { organizationId: number; browserHash: Buffer | null },
    { png, width, height }: Picture,
  ): Promise<void> {
    const attach = async (storageKey: string) => {
      const isAttached = await this.access.act(visit, async (tx, context) => {
        if (!mayUpload(context)) return false;
        await this.pictures.attach(tx, context.signer, { storageKey, png, width, height, browserHash });
        return true;
      });
      return isAttached === true;
    };
    await this.pictures.store(organizationId, png, attach);
  }
}

function mayUpload(context: SigningContext): boolean {
  return mayFillIn(context) && MARKS_OF[context.signature.type].includes('uploaded');
}
