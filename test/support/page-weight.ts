import { type SentAnswer } from './sent-bytes.js';

/** The bytes of a first visit, by what they are for. */
export interface PageWeight {
  /** The page itself: what it says, how it looks, what its buttons do. Pictures do not count. */
  page: number;
  /** The reader of documents and the handwriting of marks in it, which begin to load when the page stands. */
  reader: number;
  /** The document in it, with the fonts that it does not embed. */
  document: number;
  pictures: number;
}

const KINDS: readonly [kind: keyof PageWeight, isOne: (answer: SentAnswer) => boolean][] = [
  ['pictures', ({ mimeType }) => mimeType.startsWith('image/')],
  // A document that embeds its fonts brings as much along.
  ['document', ({ path }) => /^\/assets\/pdfjs-[^/]+\/standard_fonts\//.test(path)],
  ['reader', ({ path }) => /^\/assets\/(?:pdfjs-|fonts\/caveat-)/.test(path)],
  ['document', ({ mimeType }) => mimeType === 'application/pdf'],
  ['page', () => true],
];

/** An asset that a frame asks for again counts once: outside of tests it comes from the cache. */
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
