import { MOST_SIGNED_PLACES } from '../document-field.js';
import { largestMark } from '../largest-mark.js';
import { type DocumentLayout } from '../pdf-results.js';
import {
  type SignatureMark,
  type SignatureStamp,
  type StampDetails,
  type StampWords,
} from '../signature-stamp.js';

/** The most signers a request can have. */
const MOST_SIGNERS = 100;
/** A page with a side shorter than this, in points, has no room for a field. */
const SHORTEST_SIDE = 6;

/**
 * The worst case for a document before its signers are known: a hundred of them, and on every page a signature as
 * large as the page. For a document that already carries signatures there are fewer.
 */
export function standInsFor(
  { pageSizes, carriesSignatures }: DocumentLayout,
  documentSha256: string,
): StampDetails {
  const mark = largestMark();
  const signers = Array.from({ length: MOST_SIGNERS }, (_, index) => standIn(index, mark));
  const places = pageSizes.flatMap(([width, height], index) =>
    width < SHORTEST_SIDE || height < SHORTEST_SIDE
      ? []
      : [
          {
            kind: 'signature' as const,
            page: index + 1,
            ...{ x: 0, y: 0, width, height },
            signer: index % MOST_SIGNERS,
            value: '',
            tagBox: null,
            form: null,
          },
        ],
  );
  const most = carriesSignatures ? MOST_SIGNED_PLACES : places.length;
  return {
    words: WORDS,
    documentName: 'Trial',
    documentSha256,
    signers,
    places: places.slice(0, most),
    carriesSignatures,
  };
}

const MARKS = { click: 'Trial', typed: 'Trial', drawn: 'Trial', uploaded: 'Trial' };
const WORDS: StampWords = {
  locale: 'en',
  title: 'Trial',
  about: ['Signed on trial'],
  hashOf: 'Hash',
  footer: 'Page {page} of {pages}',
  marks: MARKS,
  marksInPerson: MARKS,
  witness: 'Witness: {name}',
  signedBy: 'Signed by {name}',
  missing: '{mark}',
};

const standIn = (index: number, mark: SignatureMark): SignatureStamp => ({
  name: `Signer ${index + 1}`,
  email: `signer-${index + 1}@example.com`,
  signedAt: new Date(0).toISOString(),
  type: 'advanced',
  method: 'Signed on trial',
  mark,
});
