import { type Recipient } from '../../signatures/recipients/recipient.entity.js';
import { type SigningContext } from './signing-context.js';

/** Everything that determines what somebody who does not sign can do now, read at one moment (under lock before an action). */
export interface ReaderContext {
  recipient: Recipient;
  linkVoidReason: 'cancelled' | 'replaced' | 'removed' | null;
  /** A person has opened the link; a fetch alone does not show that. */
  isOpened: boolean;
  /**
   * The request as its signers see it, for the code that shows it to them. Its signer stands for the reader: nobody with that id
   * signs, and nothing in it is theirs.
   */
  seen: SigningContext;
}
