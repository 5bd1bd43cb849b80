import { toIsoAlpha2, toIsoAlpha3 } from '../../identity-documents/icao-states.js';
import { type PictureRegion } from '../../identity-documents/picture-renderer.js';
import {
  type Agreement,
  findPrintedFields,
  type PlacedField,
} from '../../identity-documents/print-agreement.js';
import { judgePrint } from '../../identity-documents/print-verdict.js';
import { placePrint, placeZone } from '../../identity-documents/upright-places.js';
import { type ExtractedData } from '../../identity-verifications/domain/decision.js';
import { type SideEvidence } from '../../identity-verifications/domain/decision-evidence.js';
import { type MrzReading } from '../../identity-verifications/domain/document-facts.js';
import { type DocumentSide } from '../../identity-verifications/domain/document-sides.js';

type Findings = NonNullable<SideEvidence['findings']>;

/**
 * A field of the document: as machine-read, as printed, and as reported. Dates are YYYY-MM-DD, or the zone's own six
 * characters where it leaves a date open.
 */
export interface FieldReading {
  field: PlacedField | 'nationality' | 'issuingCountry';
  /** From the machine-readable zone or the barcode, even if doubtful; null if it has none. */
  machine: string | null;
  print: string | null;
  extracted: string | null;
  /** Whether print and machine-readable part agree; null if one of them is missing. */
  agreement: Agreement | null;
  /** Where it is printed on the front, in fractions of the upright photo; null if it was not found. */
  place: PictureRegion | null;
}

/** The machine-readable zone, its place, and its doubts. */
export interface ZoneReading {
  side: DocumentSide;
  lines: string[];
  doubts: MrzReading['doubts'];
  /** In fractions of the upright photo. */
  place: PictureRegion;
}

const EXTRACTED: Readonly<Record<FieldReading['field'], keyof ExtractedData>> = {
  surname: 'lastName',
  givenNames: 'firstName',
  documentNumber: 'documentNumber',
  birthDate: 'dateOfBirth',
  expiryDate: 'expiryDate',
  nationality: 'nationality',
  issuingCountry: 'issuingCountry',
};
/** Margin shown around a part, relative to its height. */
const SURROUNDINGS = 0.45;

interface MachineFields {
  surname: string;
  givenNames: string;
  documentNumber: string;
  birthDate: string | null;
  expiryDate: string | null;
  nationality: string | null;
  issuingCountry: string | null;
  /** The zone's characters in place of a date. */
  open: Partial<Record<FieldReading['field'], string>>;
}

/** Every field read from any source. `sides` are the findings of the photos, front first; `today` is YYYY-MM-DD. */
export function readFields(
  sides: readonly (Findings | null)[],
  front: Findings | null,
  extracted: ExtractedData,
  today: string,
): FieldReading[] {
  const machine = machineFields(sides);
  const print = front?.printed ?? null;
  const printed = print && findPrintedFields(print);
  const places = front ? placePrint(front, machine) : {};
  const agreement = front && machine && judgePrint(front, machine, today);
  return (Object.keys(EXTRACTED) as FieldReading['field'][]).flatMap((field) => {
    const isPrinted = field !== 'nationality' && field !== 'issuingCountry';
    const place = isPrinted ? places[field] : undefined;
    const reading: FieldReading = {
      field,
      machine:
        machine?.[field] || (extracted[EXTRACTED[field]] === null ? (machine?.open[field] ?? null) : null),
      print: isPrinted ? (printed?.[field] ?? place?.text ?? null) : null,
      extracted: extracted[EXTRACTED[field]],
      agreement: isPrinted ? (agreement?.[field] ?? null) : null,
      place: place ? surroundings(place) : null,
    };
    return (reading.machine ?? reading.print ?? reading.extracted) === null ? [] : [reading];
  });
}

/** The zone of an accepted reading, otherwise of any. */
export function readZone(
  sides: readonly { side: DocumentSide; findings: Findings | null }[],
): ZoneReading | null {
  const read = sides.flatMap(({ side, findings }) => {
    const place = findings && placeZone(findings);
    return findings?.mrz && place ? [{ side, mrz: findings.mrz, place }] : [];
  });
  const best = read.find(({ mrz }) => mrz.accepted) ?? read.at(0);
  if (!best) return null;
  const { side, mrz, place } = best;
  return { side, lines: mrz.lines, doubts: mrz.doubts, place: surroundings(place) };
}

/** What a barcode says that was not read completely; null if there is none. */
export function readBarcodeText(sides: readonly (Findings | null)[]): string | null {
  return sides.flatMap((findings) => findings?.barcode?.text ?? []).find((text) => text !== '') ?? null;
}

function machineFields(sides: readonly (Findings | null)[]): MachineFields | null {
  const zones = sides.flatMap((findings) => findings?.mrz ?? []);
  const barcode = sides.flatMap((findings) => findings?.barcode ?? []).at(0);
  const zone = zones.find(({ accepted }) => accepted) ?? (barcode?.complete ? undefined : zones.at(0));
  if (zone) {
    const { fields } = zone;
    const [birthDate, expiryDate] = [fields.birthDate.date, fields.expiryDate.date];
    const open = {
      ...(fields.birthDate.raw && { birthDate: fields.birthDate.raw }),
      ...(fields.expiryDate.raw && { expiryDate: fields.expiryDate.raw }),
    };
    return {
      ...fields,
      birthDate,
      expiryDate,
      // As the report has them; ICAO's own codes where ISO 3166 has none.
      nationality: toIsoAlpha2(fields.nationality) ?? fields.nationality,
      issuingCountry: toIsoAlpha3(fields.issuingState) ?? fields.issuingState,
      open,
    };
  }
  // A barcode of something else says nothing about the licence.
  if (!barcode || barcode.problems.includes('no_header')) return null;
  return { ...barcode.fields, nationality: null, issuingCountry: barcode.country, open: {} };
}

/** The part with its surroundings, within the picture. */
function surroundings({ x, y, w, h }: PictureRegion): PictureRegion {
  const room = SURROUNDINGS * h;
  const [left, top] = [Math.max(0, x - room), Math.max(0, y - room)];
  return { x: left, y: top, w: Math.min(1, x + w + room) - left, h: Math.min(1, y + h + room) - top };
}
