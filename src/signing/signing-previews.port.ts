import { type FramedPage } from '../platform/pages/page.js';
import { type SigningContext } from './domain/signing-context.js';
import { type SigningStep } from './domain/signing-step.policy.js';

/** A screen of a signer: a step, or the page before their turn or after signing. */
export type PreviewedScreen = SigningStep | 'not-your-turn' | 'done';

/** Shows a sender the signers' screens before the request is sent. */
export abstract class SigningPreviews {
  /**
   * The screen for a frame, with links and forms disabled.
   * @param context - of a draft @param file - the address of the PDF shown on the document screen
   */
  abstract page(context: SigningContext, screen: PreviewedScreen, file: string): FramedPage;
}
