import { compareNames, NAME_MATCH_CLEAR } from '../../identity-documents/name-match.js';
import { type DocumentFacts } from './document-facts.js';

/** Names the facts in which a document's zone and barcode differ, allowing for the zone's spelling of names. */
export function differingFacts(zone: DocumentFacts, barcode: DocumentFacts): string[] {
  const name = { firstName: barcode.givenNames, lastName: barcode.surname };
  const plain = (number: string) => number.replace(/[^A-Z0-9]/g, '');
  const isSame = {
    name: compareNames(name, zone) >= NAME_MATCH_CLEAR,
    number: plain(zone.documentNumber) === plain(barcode.documentNumber),
    'date of birth': zone.birthDate === barcode.birthDate,
    'date of expiry': zone.expiryDate === barcode.expiryDate,
  };
  return (Object.keys(isSame) as (keyof typeof isSame)[]).filter((fact) => !isSame[fact]);
}
