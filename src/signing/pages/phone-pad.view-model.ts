import { PAD_MINUTES } from '../../signatures/signer-pad.queries.js';
import { organizationOf } from '../domain/signing-context.js';
import { type Visit } from '../domain/visit.js';
import { type PhonePad } from '../phone-pads.service.js';
import { phonePadAddress } from '../signing-addresses.js';

/** The page of a pad on the phone: who asks, and nothing of the document or the signer. */
export function toPhonePadModel({ token, chosen }: Visit, pad: PhonePad): object {
  if (pad === null) return { isOver: true, minutes: PAD_MINUTES };
  const { context, step } = pad;
  return {
    organization: organizationOf(context),
    brand: context.brand,
    // What is chosen on the phone counts for this page alone: the pad changes nothing of the signer's.
    locale: chosen ?? context.signer.locale,
    isOpen: step === 'open',
    addresses: { landing: phonePadAddress(token) },
  };
}
