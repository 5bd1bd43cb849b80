import { type SentAnswer } from './sent-bytes.js';

/** The bytes of a first visit, by purpose. */
export interface PageWeight {
  /** The page itself: its text, its styles, and the scripts of its buttons. Pictures do not count. */
  page: number;
  /** The reader of documents and its handwriting fonts, which begin to load after the page. */
  reader: number;
  /** The document in it, with the fonts that it does not embed. */
  document: number;
  pictures: number;
}

const KINDS: readonly [kind: keyof PageWeight, isOne: (answer: SentAnswer) => boolean][] = [
  ['pictures', ({ mimeType }) => mimeType.startsWith('image/')],
  // A document that embeds its fonts carries as much itself.
  ['document', ({ path }) => /^\/assets\/pdfjs-[^/]+\/standard_fonts\//.test(path)],
  ['reader', ({ path }) => /^\/assets\/(?:pdfjs-|fonts\/caveat-)/.test(path)],
  ['document', ({ mimeType }) => mimeType === 'application/pdf'],
  ['page', () => true],
];

/** An asset that a frame requests again counts once: outside of tests it comes from the cache. */
export function weigh(answers: readonly SentAnswer[]): PageWeight {
  const weight: PageWeight = { page: 0, reader: 0, document: 0, pictures: 0 };
  const isRepeated = ({ path }: SentAnswer, index: number) =>
    path.startsWith('/assets/') && answers.findIndex((other) => other.path === path) < index;
  for (const answer of answers.filter((one, index) => !isRepeated(one, index))) {
    const [kind] = KINDS.find(([, isOne]) => isOne(answer))!;
    weight[kind] += answer.bytes;
  }
  return weight;
}

const COMPRESSIBLE = /^(?:text\/(?:css|javascript)|application\/wasm|image\/svg\+xml|font\/ttf)$/;

/** Assets that could have been compressed and were not. */
export const uncompressed = (answers: readonly SentAnswer[]): string[] =>
  answers
    .filter(
      ({ path, mimeType, isCompressed }) =>
        /^\/assets\//.test(path) && COMPRESSIBLE.test(mimeType) && !isCompressed,
    )
    .map(({ path }) => path);
