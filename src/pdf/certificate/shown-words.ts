import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import {
  EVIDENCE_FILE_NAME,
  type EvidenceBasis,
  type EvidenceSigner,
} from '../../audit-chain/evidence-document.js';
import { signingsIn, standingIn } from '../../audit-chain/shown-entries.js';
import { type PhraseBook, translate } from '../../platform/templates/phrases.js';

/** Characters of a digest that identify it in the evidence. */
const SHORT_HASH = 12;
/** Otherwise a hundred signers would be named five thousand times. */
const MAX_NAMED = 12;

const short = (sha256: string) => `${sha256.slice(0, SHORT_HASH)}…`;

/** What the document contained when a signer signed it, and whether that agrees with the trail: one sentence each. */
export function shownWords(evidence: EvidenceBasis, { id }: EvidenceSigner, book: PhraseBook): string[] {
  const signed = signingsIn(evidence.events).get(id);
  return signed ? shownWordsIn(evidence, signed, book) : [translate(book, 'values.shownUnknown')];
}

/** The same for any event in which somebody acted on what they were shown. */
export function shownWordsIn(
  { events, signers }: EvidenceBasis,
  act: ChainedEvent,
  book: PhraseBook,
): string[] {
  const standing = standingIn(events, act);
  if (!standing) return [translate(book, 'values.shownUnknown')];
  const { entries, unseen } = standing;
  const nameOf = (signerId: number) => {
    const signer = signers.find((each) => each.id === signerId);
    return signer?.name ?? signer?.email ?? String(signerId);
  };
  const listed = (people: string[]) => [
    ...people.slice(0, MAX_NAMED),
    ...(people.length > MAX_NAMED
      ? [translate(book, 'values.shownMore', { count: people.length - MAX_NAMED, file: EVIDENCE_FILE_NAME })]
      : []),
  ];
  const sentence = (key: string, people: string[]) =>
    people.length === 0
      ? []
      : [translate(book, `values.${key}`, { document, people: listed(people).join(', ') })];
  const withHash = (each: { signerId: number; entriesSha256: string }) =>
    `${nameOf(each.signerId)} (${short(each.entriesSha256)})`;
  const document = short(standing.documentSha256);
  return [
    ...(entries.length === 0 ? [translate(book, 'values.shownNobody', { document })] : []),
    ...sentence('shown', entries.map(withHash)),
    ...sentence('shownDiffers', entries.filter(({ agrees }) => agrees === false).map(withHash)),
    ...sentence('shownUnseen', unseen.map(nameOf)),
  ];
}
