import { findBrand } from '../brands/brand.queries.js';
import { type RequestText } from '../pdf/pdf-inputs.js';
import { type StampWords } from '../pdf/signature-stamp.js';
import { type PhraseBook, say } from '../platform/templates/phrases.js';
import { type EntityManager } from 'typeorm';
import { type NewSigner } from './domain/send-details.js';

/** What papers say about a request beside its own texts. */
export interface PaperFacts {
  /** The texts `paper`, in the language of the request. */
  book: PhraseBook;
  envelopeId: string;
  /** The sender's name and the organization's; one, if they are the same. */
  sender: string;
  /** Base address of this service, without a trailing slash. */
  publicUrl: string;
}

/**
 * The language of what is printed for all signers: that which the sender gave every one of them, or the organization's.
 * Null for English.
 */
export async function paperLocale(
  manager: EntityManager,
  organizationId: number,
  signers: readonly Pick<NewSigner, 'locale'>[],
): Promise<string | null> {
  const [first, ...others] = new Set(signers.map(({ locale }) => locale));
  if (first && others.length === 0) return first;
  return (await findBrand(manager, organizationId)).locale;
}

/** What a typeset document says beside the sender's own words. */
export function requestWords(book: PhraseBook): RequestText['words'] {
  return {
    from: say(book, 'request.from'),
    subject: say(book, 'request.subject'),
    footer: say(book, 'request.page', { page: '{page}', pages: '{pages}' }),
    missing: say(book, 'missing', { mark: '{mark}' }),
  };
}

/** What pages say that show who has signed so far. @param count of these */
export function wordsSoFar(facts: PaperFacts, count: number): StampWords {
  const { book, envelopeId, sender } = facts;
  return {
    ...stampWords(facts, count),
    title: say(book, 'soFar.title'),
    about: [
      say(book, 'signatures.requested', { sender }),
      say(book, 'signatures.envelope', { id: envelopeId }),
      say(book, 'soFar.people', { count }),
      say(book, 'soFar.state'),
    ],
    hashOf: say(book, 'soFar.hash'),
    footer: say(book, 'soFar.page', { page: '{page}', pages: '{pages}' }),
  };
}

/** What the signature pages of a completed document say. @param count of signers */
export function stampWords({ book, envelopeId, sender, publicUrl }: PaperFacts, count: number): StampWords {
  const envelope = say(book, 'signatures.envelope', { id: envelopeId });
  const marks = {
    click: say(book, 'marks.click'),
    typed: say(book, 'marks.typed'),
    drawn: say(book, 'marks.drawn'),
    uploaded: say(book, 'marks.uploaded'),
  };
  const inPerson = (mark: string) => say(book, 'marks.inPerson', { mark });
  return {
    locale: book.locale,
    title: say(book, 'signatures.title'),
    about: [
      say(book, 'signatures.requested', { sender }),
      envelope,
      say(book, 'signatures.people', { count }),
      say(book, 'signatures.check', { address: `${publicUrl}/verify-document` }),
    ],
    hashOf: say(book, 'signatures.hash'),
    footer: `${say(book, 'signatures.page', { page: '{page}', pages: '{pages}' })}   ·   ${envelope}`,
    marks,
    marksInPerson: {
      click: inPerson(marks.click),
      typed: inPerson(marks.typed),
      drawn: inPerson(marks.drawn),
      uploaded: inPerson(marks.uploaded),
    },
    witness: say(book, 'signatures.witness', { name: '{name}' }),
    signedBy: say(book, 'reasons.signedBy', { name: '{name}' }),
    missing: say(book, 'missing', { mark: '{mark}' }),
  };
}
