import { type EntityManager } from 'typeorm';
import { findBrand } from '../../../brands/brand.queries.js';
import { type RequestText } from '../../../pdf/pdf-inputs.js';
import { type StampWords } from '../../../pdf/signature-stamp.js';
import { type PhraseBook, translate } from '../../../platform/templates/phrases.js';
import { type NewSigner } from '../../domain/send-details.js';

/** Facts about a request printed on papers in addition to its own texts. */
export interface PaperFacts {
  /** The `paper` texts, in the request's language. */
  book: PhraseBook;
  envelopeId: string;
  /** The sender's and the organization's name, or just one if they are the same. */
  sender: string;
  /** Whether the organization is for tests, which every page says. */
  isTest: boolean;
  /** Base address of this service, without a trailing slash. */
  publicUrl: string;
}

/**
 * The language of papers for all signers: the one the sender gave all of them, or the organization's. Null for
 * English.
 */
export async function paperLocale(
  manager: EntityManager,
  organizationId: number,
  signers: readonly Pick<NewSigner, 'locale'>[],
): Promise<string | null> {
  return givenLocale(signers) ?? (await findBrand(manager, organizationId)).locale;
}

/** The language that the sender gave all signers; null if there is none. */
export function givenLocale(signers: readonly Pick<NewSigner, 'locale'>[]): string | null {
  const [first = null, ...others] = new Set(signers.map(({ locale }) => locale));
  return others.length === 0 ? first : null;
}

/** The texts of a typeset document apart from the sender's own. */
export function requestWords(book: PhraseBook): RequestText['words'] {
  return {
    from: translate(book, 'request.from'),
    subject: translate(book, 'request.subject'),
    footer: translate(book, 'request.page', { page: '{page}', pages: '{pages}' }),
    missing: translate(book, 'missing', { mark: '{mark}' }),
  };
}

/** The texts of pages showing who has signed so far. @param count of those signers */
export function wordsSoFar(facts: PaperFacts, count: number): StampWords {
  const { book, envelopeId, sender } = facts;
  return {
    ...stampWords(facts, count),
    title: marked(facts, translate(book, 'soFar.title')),
    about: [
      translate(book, 'signatures.requested', { sender }),
      translate(book, 'signatures.envelope', { id: envelopeId }),
      translate(book, 'soFar.people', { count }),
      translate(book, 'soFar.state'),
    ],
    hashOf: translate(book, 'soFar.hash'),
    footer: marked(facts, translate(book, 'soFar.page', { page: '{page}', pages: '{pages}' })),
  };
}

/** The texts of a completed document's signature pages. @param count of signers */
export function stampWords(facts: PaperFacts, count: number): StampWords {
  const { book, envelopeId, sender, publicUrl } = facts;
  const envelope = translate(book, 'signatures.envelope', { id: envelopeId });
  const marks = {
    click: translate(book, 'marks.click'),
    typed: translate(book, 'marks.typed'),
    drawn: translate(book, 'marks.drawn'),
    uploaded: translate(book, 'marks.uploaded'),
  };
  const inPerson = (mark: string) => translate(book, 'marks.inPerson', { mark });
  return {
    locale: book.locale,
    title: marked(facts, translate(book, 'signatures.title')),
    about: [
      translate(book, 'signatures.requested', { sender }),
      envelope,
      translate(book, 'signatures.people', { count }),
      translate(book, 'signatures.check', { address: `${publicUrl}/verify-document` }),
    ],
    hashOf: translate(book, 'signatures.hash'),
    footer: marked(
      facts,
      `${translate(book, 'signatures.page', { page: '{page}', pages: '{pages}' })}   ·   ${envelope}`,
    ),
    marks,
    marksInPerson: {
      click: inPerson(marks.click),
      typed: inPerson(marks.typed),
      drawn: inPerson(marks.drawn),
      uploaded: inPerson(marks.uploaded),
    },
    witness: translate(book, 'signatures.witness', { name: '{name}' }),
    signedBy: translate(book, 'reasons.signedBy', { name: '{name}' }),
    missing: translate(book, 'missing', { mark: '{mark}' }),
  };
}

/** Begins a text of each page with the mark of organizations for tests. */
const marked = ({ book, isTest }: PaperFacts, text: string) =>
  isTest ? `${translate(book, 'test')}   ·   ${text}` : text;
