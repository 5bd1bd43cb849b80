import { setTimeout as wait } from 'node:timers/promises';
import { LinkVisitor } from './link-visitor.js';

/** Pictures of a document's sides, JPEG or PNG; null if there is none. */
export interface Pictures {
  front: Uint8Array | null;
  back: Uint8Array | null;
}

export interface VerifyingOptions extends Pictures {
  /** For sessions that leave the choice to the person. */
  documentType: string;
  /** Asks for a reviewer's decision where the page needs a camera, which a simulation does not have. */
  asksHuman?: boolean;
}

const LOOK_MS = 500;
/** An analysis takes seconds, or tens of seconds on a busy machine. */
const LONGEST_MS = 180_000;
/** `upload-front-1`: the side, and the number of the photo. */
const UPLOAD = /^upload-(front|back)-(\d+)$/;

/** Goes through a verification's link as a person photographing a document would. */
export class SimulatedPerson {
  private readonly visitor: LinkVisitor;

  constructor(link: string) {
    this.visitor = new LinkVisitor(link, 'verify');
  }

  /** @returns the heading of the last page @throws Error naming what the page requires and the simulation lacks */
  async verify(options: VerifyingOptions): Promise<string> {
    const deadline = performance.now() + LONGEST_MS;
    for (let last = ''; performance.now() < deadline;) {
      const { step } = await this.visitor.state();
      if (step === 'ended') return (await this.visitor.open()).heading;
      if (step === 'reading') await wait(LOOK_MS);
      else if (step === last)
        throw new Error(`The page keeps asking for “${(await this.visitor.open()).heading}”`);
      else await this.answer(step, options);
      last = step;
    }
    throw new Error(`The verification had not ended after ${LONGEST_MS / 1000} s`);
  }

  /** @returns the heading of the last page */
  async cancel(): Promise<string> {
    return (await this.visitor.send('cancel')).heading;
  }

  private async answer(step: string, options: VerifyingOptions): Promise<void> {
    const [, side, attempt] = UPLOAD.exec(step) ?? [];
    if (step === 'start') await this.visitor.send('start');
    else if (step === 'document_type')
      await this.visitor.send('document-type', { documentType: options.documentType });
    else if (side === 'front' || side === 'back') await this.photograph(side, Number(attempt), options[side]);
    else if (options.asksHuman) await this.visitor.send('human');
    else throw new Error('The page asks for the camera: use --human to have a reviewer decide instead');
  }

  private async photograph(
    side: 'front' | 'back',
    attempt: number,
    picture: Uint8Array | null,
  ): Promise<void> {
    const { heading } = await this.visitor.open();
    if (attempt > 1) throw new Error(`The picture was not good enough: the page asks again, “${heading}”`);
    if (!picture) throw new Error(`The page asks “${heading}”: give a picture with --${side}`);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${side}.jpg`);
    const answer = await this.visitor.send(side, form);
    if (answer.status >= 400)
      throw new Error(`The picture was refused with ${answer.status}: ${answer.heading}`);
  }
}
