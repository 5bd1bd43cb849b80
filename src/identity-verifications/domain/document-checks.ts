import { type ImageQuality } from '../../identity-documents/document-findings.js';
import { EXPIRY_YEARS_BEHIND } from '../../identity-documents/mrz-dates.js';
import { agreementOf } from './agreement-checks.js';
import { differingFacts } from './barcode-agreement.js';
import { check, notRun } from './check.js';
import { type Check } from './decision.js';
import { type DecisionInput, type SideEvidence } from './decision-evidence.js';
import { type BarcodeReading, type DocumentFacts, type MrzReading, type NoExpiry } from './document-facts.js';
import { SIDES_OF } from './document-sides.js';

/**
 * The zone has two digits for the birth year, so people over a hundred read as children: below this age, a reviewer
 * decides.
 */
const MIN_PLAUSIBLE_AGE = 14;
const MAX_PLAUSIBLE_AGE = 120;
const MIN_CLEAR_CONFIDENCE = 0.95;

/** The checks on the pictures and on the document's own data. */
export function checkDocument(input: DecisionInput, all: readonly DocumentFacts[]): Check[] {
  const facts = all.at(0);
  return [
    imageQuality(input),
    machineReadableZone(input),
    barcode(input, all),
    documentType(input, facts),
    expiry(input, all),
    birthDate(input, facts),
    specimen(input, facts),
  ];
}

/** The sides that were photographed, front first. */
export function sidesOf({ front, back }: Pick<DecisionInput, 'front' | 'back'>): SideEvidence[] {
  return [front, back].filter((side) => side !== null);
}

function imageQuality(input: DecisionInput): Check {
  const sides = sidesOf(input);
  const expected = input.documentType ? SIDES_OF[input.documentType].length : 1;
  if (sides.length < expected || sides.some(({ findings }) => !findings?.quality))
    return notRun('image_quality');
  const engine = sides[0]!.findings!.engineVersion;
  for (const { findings } of sides) {
    const isRead = findings!.mrz?.accepted === true || findings!.barcode?.complete === true;
    const flaw = flawOf(findings!.quality!, isRead);
    if (flaw) return check('image_quality', 'uncertain', flaw, engine);
  }
  return check('image_quality', 'clear', 'The photos are good enough to read and to compare', engine);
}

/** Blur does not matter if everything was read anyway. */
function flawOf(quality: ImageQuality, isRead: boolean): string | null {
  if (quality.isBlurred && !isRead) return 'A photo is blurred';
  if (quality.isCutOff) return 'The document is cut off in the photo';
  if (quality.isFromScreen) return 'A photo seems to show a screen';
  if (quality.isMonochrome) return 'A photo shows a black and white copy';
  return quality.mayBeCopy ? 'A photo may show a copy: its only colour is that of light or paper' : null;
}

/** The reading that decides: a contradictory one, otherwise an accepted one, otherwise any. */
function machineReadableZone(input: DecisionInput): Check {
  const read = sidesOf(input).flatMap(({ findings }) =>
    findings?.mrz ? [{ mrz: findings.mrz, engine: findings.engineVersion }] : [],
  );
  const best =
    read.find(({ mrz }) => mrz.contradictory) ?? read.find(({ mrz }) => mrz.accepted) ?? read.at(0);
  if (!best) return notRun('machine_readable_zone', 'No machine readable zone was found');
  const { mrz, engine } = best;
  const [outcome, message] = verdictOnZone(mrz);
  const measured = { score: mrz.meanConfidence, threshold: MIN_CLEAR_CONFIDENCE };
  return check('machine_readable_zone', outcome, message, engine, measured);
}

function verdictOnZone(mrz: MrzReading): ['clear' | 'fail' | 'uncertain', string] {
  if (mrz.contradictory) return ['fail', 'The machine readable zone was read and its check digits are wrong'];
  if (mrz.accepted && mrz.doubts.length === 0)
    return ['clear', 'The machine readable zone was read and its check digits are right'];
  const words = mrz.accepted ? 'was read, but one of its fields is in doubt' : 'was not read with certainty';
  return ['uncertain', `The machine readable zone ${words}: ${mrz.doubts.join(', ')}`];
}

function barcode(input: DecisionInput, all: readonly DocumentFacts[]): Check {
  const read = sidesOf(input).find(({ findings }) => findings?.barcode)?.findings;
  if (!read) return notRun('barcode', 'No barcode was found');
  const { complete, problems } = read.barcode!;
  const [outcome, message] = complete ? verdictOnBarcode(all) : (['uncertain', messageOn(problems)] as const);
  return check('barcode', outcome, message, read.engineVersion);
}

function messageOn(problems: BarcodeReading['problems']): string {
  if (problems.includes('no_header'))
    return 'A barcode was decoded, but it is not that of a North American licence';
  if (problems.includes('magnetic_stripe'))
    return 'The barcode has the text of a magnetic stripe, which states neither the date of issue nor the day of expiry';
  return `The barcode was decoded, but its data is incomplete or wrong: ${problems.join(', ')}`;
}

/** If there is also a zone, as on an enhanced licence, the barcode must agree with it. */
function verdictOnBarcode(facts: readonly DocumentFacts[]): ['clear' | 'fail' | 'uncertain', string] {
  const zone = facts.find(({ source }) => source === 'machine_readable_zone');
  const barcode = facts.find(({ source }) => source === 'barcode');
  const differing = zone && barcode ? differingFacts(zone, barcode) : [];
  if (differing.length === 0) return ['clear', 'The barcode was decoded and its data is complete'];
  const isAnother = differing.includes('name') || differing.includes('date of birth');
  const message = `The barcode and the machine readable zone disagree: ${differing.join(', ')}`;
  return [isAnother ? 'fail' : 'uncertain', message];
}

function documentType({ documentType: wanted, front, back }: DecisionInput, facts?: DocumentFacts): Check {
  if (!facts) {
    const somethingRead = sidesOf({ front, back }).some(({ findings }) => findings?.mrz ?? findings?.barcode);
    return somethingRead
      ? check('document_type', 'uncertain', 'The type of document is not certain')
      : notRun('document_type');
  }
  if (wanted && facts.kinds.includes(wanted))
    return check('document_type', 'clear', 'The document is of the requested type');
  return facts.mayBe === wanted
    ? check('document_type', 'uncertain', 'The document may be an enhanced licence: its barcode was not read')
    : check('document_type', 'fail', 'The document is not of the requested type');
}

const WITHOUT_DATE: Readonly<Record<NoExpiry, string>> = {
  without_end: 'The document never expires',
  not_stated: 'No expiry date could be read on the document; it may never expire',
  implausible:
    'The two digits of the expiry year may stand for more than one year, or for a document that never expires',
};

/**
 * If zone and barcode state a date, the earlier one counts. A document is expired only if nothing on it contradicts
 * that, and if it may still be in use: what expired decades ago was more likely misread or never expires.
 */
function expiry(input: DecisionInput, all: readonly DocumentFacts[]): Check {
  if (all.length === 0) return notRun('document_expiry');
  const dated = all.filter(({ expiryDate }) => expiryDate !== null);
  dated.sort((a, b) => a.expiryDate!.localeCompare(b.expiryDate!));
  const earliest = dated.at(0);
  if (!earliest) {
    const isWithoutEnd = all.some(({ noExpiry }) => noExpiry === 'without_end');
    const reason = isWithoutEnd ? 'without_end' : (all[0]!.noExpiry ?? 'not_stated');
    return check('document_expiry', reason === 'without_end' ? 'clear' : 'uncertain', WITHOUT_DATE[reason]);
  }
  const hasExpired = earliest.expiryDate! < input.today;
  if (earliest.isExpiryPrintedOnly) {
    const words = `The expiry date is only printed, without a check digit that confirms it${hasExpired ? '; it has passed' : ''}`;
    return check('document_expiry', 'uncertain', words);
  }
  if (!hasExpired) return check('document_expiry', 'clear', 'The document has not expired');
  if (dated.at(-1)!.expiryDate! >= input.today) {
    const words = 'The zone and the barcode state different expiry dates, one of which has passed';
    return check('document_expiry', 'uncertain', words);
  }
  if (earliest.expiryDate! < yearsBefore(input.today, EXPIRY_YEARS_BEHIND)) {
    const words = `The expiry date is more than ${EXPIRY_YEARS_BEHIND} years ago, so it may not be one`;
    return check('document_expiry', 'uncertain', words);
  }
  const printed = agreementOf(input.front, earliest, input.today)?.expiryDate;
  return printed === 'differs' || printed === 'doubtful'
    ? check(
        'document_expiry',
        'uncertain',
        'The document may have expired, but its printed text seems to say otherwise',
      )
    : check('document_expiry', 'fail', 'The document has expired');
}

/** The same day of an earlier year. */
const yearsBefore = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;

function birthDate({ today }: DecisionInput, facts?: DocumentFacts): Check {
  if (!facts) return notRun('birth_date');
  const { birthDate: date, expiryDate: expires } = facts;
  const isPlausible =
    date !== null &&
    date <= yearsBefore(today, MIN_PLAUSIBLE_AGE) &&
    date > yearsBefore(today, MAX_PLAUSIBLE_AGE) &&
    (expires === null || date < expires);
  return isPlausible
    ? check('birth_date', 'clear', 'The birth date is plausible')
    : check('birth_date', 'uncertain', 'The birth date is not plausible');
}

function specimen({ allowSpecimens }: DecisionInput, facts?: DocumentFacts): Check {
  if (!facts) return notRun('specimen');
  if (!facts.isSpecimen) return check('specimen', 'clear', 'The document is not a known specimen');
  return allowSpecimens
    ? check('specimen', 'clear', 'The document is a specimen, which this installation accepts')
    : check('specimen', 'uncertain', 'The document is a specimen');
}
