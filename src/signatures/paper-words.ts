import { findBrand } from '../brands/brand.queries.js';
import { type RequestText } from '../pdf/pdf-inputs.js';
import { type StampWords } from '../pdf/signature-stamp.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { type PhraseBook, say } from '../platform/templates/phrases.js';
import { type TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { type EntityManager } from 'typeorm';
import { type NewSigner } from './domain/send-details.js';
import { type Signature } from './signature.entity.js';

/** Characters of the document's hash in each footer, so that a loose page shows which document it belongs to. */
const SHORT_HASH = 12;

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

/** The texts of a request's papers in its language. */
export function paperBook(templates: TemplateRenderer, { locale }: Pick<Signature, 'locale'>): PhraseBook {
  return templates.book('paper', locale ?? DEFAULT_LOCALE);
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

/** @param documentSha256 - lowercase hex */
export function stampWords(book: PhraseBook, count: number, documentSha256: string): StampWords {
  const hash = documentSha256.slice(0, SHORT_HASH);
  const page = say(book, 'signatures.page', { page: '{page}', pages: '{pages}' });
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
    signedBy: say(book, 'signatures.hash', { count }),
    footer: `${page}   ·   ${say(book, 'signatures.document', { hash })}`,
    marks,
    marksInPerson: {
      click: inPerson(marks.click),
      typed: inPerson(marks.typed),
      drawn: inPerson(marks.drawn),
      uploaded: inPerson(marks.uploaded),
    },
    witness: say(book, 'signatures.witness', { name: '{name}' }),
    missing: say(book, 'missing', { mark: '{mark}' }),
  };
}
