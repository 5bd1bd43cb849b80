import { askableParts, askReasonsFor } from '../../identity-verifications/domain/asked-part.js';
import { type Check, REASON_CODES } from '../../identity-verifications/domain/decision.js';
import { type ReviewCase } from '../../manual-review/review-cases.js';
import { type CasePicture } from '../../manual-review/review-pictures.js';
import { type ReviewResult } from '../../manual-review/review-vote.queries.js';
import { type Statement } from '../../platform/templates/statement.js';
import { DECISION_REASONS, REVIEW_RESULTS, USUAL_REASON } from '../domain/decision-reasons.js';

/** Longer sides in pixels of an enlargeable picture, a part of one, and a frame in the strip. */
const SIDES = { whole: 2_000, part: 900, small: 240 };

/** Those of ISO 3166 that reports have for nationalities have two letters. */
const ICAO_CODE = /^[A-Z]{3}$/;

/** The tools for a picture, by key or button. */
const TOOLS = [
  { tool: 'larger', key: '+', sign: '+' },
  { tool: 'smaller', key: '-', sign: '−' },
  { tool: 'turn', key: 't', sign: '↻' },
  { tool: 'brighter', key: 'b', sign: '☀' },
  { tool: 'darker', key: 'd', sign: '☾' },
  { tool: 'reset', key: '0', sign: '⤺' },
];

const KEYS = [
  { key: 'a', what: 'approve' },
  { key: 'r', what: 'reject' },
  { key: 's', what: 'ask' },
  { key: 'n', what: 'next' },
  { key: '1 2 3', what: 'choose' },
  { key: '+ -', what: 'zoom' },
  { key: '← ↑ → ↓', what: 'move' },
  { key: 't', what: 'turn' },
  { key: 'b d', what: 'light' },
  { key: '0', what: 'reset' },
  { key: '?', what: 'help' },
];

/** A refused decision, with what was typed. */
export interface RefusedDecision {
  result: ReviewResult;
  because: string | null;
  words: string;
  problem: Statement;
}

/** @param addressOf - gives a picture an address for this session */
export function toCaseModel(
  { verification, report, photos, face, strip, zone, barcodeText, fields }: ReviewCase,
  addressOf: (picture: CasePicture) => string,
) {
  const front = photos.find(({ side }) => side === 'front');
  const partOf = (photo: typeof front, region: CasePicture['region']) =>
    photo && region ? addressOf({ ...pictureOf(photo), region, maxSide: SIDES.part }) : null;
  const zonePhoto = zone && photos.find(({ side }) => side === zone.side);
  return {
    verification,
    documentPictures: photos.map((photo) => ({ side: photo.side, address: addressOf(pictureOf(photo)) })),
    facePicture: face === null ? null : addressOf(frameOf(face, SIDES.whole)),
    strip: strip.map((id, index) => ({ number: index + 1, address: addressOf(frameOf(id, SIDES.small)) })),
    zone: zone && { ...zone, address: partOf(zonePhoto ?? undefined, zone.place) },
    barcodeText,
    fields: fields.map((field) => ({
      ...field,
      part: partOf(front, field.place),
      isReportedOtherwise:
        field.extracted !== null && field.machine !== null && field.extracted !== field.machine,
      hasNoIsoCode: field.field === 'nationality' && ICAO_CODE.test(field.machine ?? ''),
    })),
    documentName: nameIn(fields),
    askable: askableParts(verification).map((part) => ({
      part,
      choices: askReasonsFor(part).map((because) => ({ ask: `${part}:${because}`, because })),
    })),
    reasons: toReasons(report.reasons),
    looksAtEveryFace: report.reasons.includes('face_review_required'),
    tools: TOOLS,
    keyList: KEYS,
    ...toChecks(report.checks),
  };
}

/** Codes have a text in the catalogue; the rest are a reviewer's own words. */
export const toReasons = (reasons: readonly string[]) =>
  [...new Set(reasons)].map((reason) => ({
    reason,
    isCode: (REASON_CODES as readonly string[]).includes(reason),
  }));

/** Notable checks first; clear ones can be folded away. */
export function toChecks(checks: readonly Check[]) {
  const shown = checks.map(({ id, outcome, message, score, threshold }) => ({
    id,
    outcome,
    message,
    measured: score === null ? null : score.toFixed(2),
    needed: threshold === null ? null : threshold.toFixed(2),
  }));
  return {
    unclearChecks: shown.filter(({ outcome }) => outcome !== 'clear'),
    clearChecks: shown.filter(({ outcome }) => outcome === 'clear'),
  };
}

/** The forms for each result. */
export function toDecisions(refused: RefusedDecision | null) {
  return REVIEW_RESULTS.map((result) => {
    const own = refused?.result === result ? refused : null;
    const chosen = own ? own.because : USUAL_REASON[result];
    const choices = DECISION_REASONS[result].map((because) => ({ because, isChosen: because === chosen }));
    const { words = '', problem = null } = own ?? {};
    const isUnexplained = own !== null && own.because === null && words === '';
    return { result, choices, isOpen: own !== null, words, problem, isUnexplained };
  });
}

const pictureOf = ({ id, turn }: ReviewCase['photos'][number]): CasePicture => ({
  kind: 'photo',
  id,
  turn,
  region: null,
  maxSide: SIDES.whole,
});

const frameOf = (id: number, maxSide: number): CasePicture => ({
  kind: 'frame',
  id,
  turn: 0,
  region: null,
  maxSide,
});

/** The name on the document; null if none was read. */
function nameIn(fields: ReviewCase['fields']): string | null {
  const part = (name: string) => {
    const found = fields.find(({ field }) => field === name);
    return found?.machine ?? found?.print ?? found?.extracted;
  };
  return [part('givenNames'), part('surname')].filter(Boolean).join(' ') || null;
}
