import { type FramedPage } from '../platform/pages/page.js';
import { type SigningContext } from './domain/signing-context.js';
import { type SigningStep } from './domain/signing-step.policy.js';

/** A screen of a signer: a step, or what the link shows before their turn and once they have signed. */
export type PreviewedScreen = SigningStep | 'not-your-turn' | 'done';

/** Shows a sender the signers' screens before anyone is asked to sign. */
export abstract class SigningPreviews {
  /**
   * The screen for a frame. Nothing on it leads anywhere or sends anything.
   * @param context - of a draft @param file - the address of the PDF that the screen of the document draws
   */
  abstract page(context: SigningContext, screen: PreviewedScreen, file: string): FramedPage;
}
