import { PAD_MINUTES } from '../../signatures/signers/signer-pad.queries.js';
import { organizationOf } from '../domain/signing-context.js';
import { type Visit } from '../domain/visit.js';
import { type PhonePad } from '../phone-pads.js';
import { phonePadAddress } from '../signing-addresses.js';

/** The page of a pad on the phone: names the organization, but reveals nothing of the document or the signer. */
export function toPhonePadModel({ token, chosen }: Visit, pad: PhonePad): object {
  if (pad === null) return { isOver: true, minutes: PAD_MINUTES };
  const { context, step } = pad;
  return {
    organization: organizationOf(context),
    brand: context.brand,
    // The phone's choice applies only to this page: the pad does not change the signer's language.
    locale: chosen ?? context.signer.locale,
    isOpen: step === 'open',
    addresses: { landing: phonePadAddress(token) },
  };
}
