import { compareNames, NAME_MATCH_CLEAR, NAME_MATCH_FAIL } from '../../identity-documents/name-match.js';
import {
  type Agreement,
  type ComparedFact,
  factsThat,
  isConfirmed,
  isSamePerson,
  type PrintAgreement,
  REQUIRED_FACTS,
} from '../../identity-documents/print-agreement.js';
import { judgePrint } from '../../identity-documents/print-verdict.js';
import { check, notRun } from './check.js';
import { type Check } from './decision.js';
import { type DecisionInput, type SideEvidence } from './decision-evidence.js';
import { type DocumentFacts, printedFacts } from './document-facts.js';
import { SIDES_OF } from './document-sides.js';

/** Checks the document against its print, its other side, the request, and earlier verifications. */
export function checkAgreement(input: DecisionInput, all: readonly DocumentFacts[]): Check[] {
  const facts = all.at(0);
  return [printedText(input, facts), ...sidesMatch(input, all), nameMatch(input, facts), seenBefore(input)];
}

/** The printed text of the front: name, number, birth date and expiry must all be read. */
function printedText(input: DecisionInput, facts?: DocumentFacts): Check {
  const agreement = facts && agreementOf(input.front, facts, input.today);
  if (!agreement) return printAlone(input);
  return agreementCheck('printed_text', agreement, input.front!.findings!.engineVersion, {
    agrees: 'The printed text agrees with the machine-readable data',
    differs: 'The printed text differs from the machine-readable data',
    doubtful: 'The printed text seems to differ from the machine-readable data',
    unseen: 'Part of the machine-readable data was not found in the printed text',
  });
}

/** Never clear, since anyone can print. The score is the mean confidence of the words. */
function printAlone(input: DecisionInput): Check {
  const printed = printedFacts(input);
  if (!printed) return notRun('printed_text');
  const words = 'Only the printed text was read, so there was nothing to compare it with';
  const measured = { score: printed.meanConfidence, threshold: null };
  return check('printed_text', 'uncertain', words, input.front!.findings!.engineVersion, measured);
}

/** Only for documents with two sides. They belong together if both state the same person, date or number. */
function sidesMatch(input: DecisionInput, all: readonly DocumentFacts[]): Check[] {
  const facts = all.at(0);
  if (!input.documentType || SIDES_OF[input.documentType].length < 2) return [];
  const words = {
    agrees: 'Front and back name the same person',
    differs: 'Front and back do not belong together',
    doubtful: 'Front and back may not belong together',
    unseen: 'Front and back could not be compared',
  };
  if (!facts || !input.front || !input.back) return [notRun('sides_match')];
  const other = facts.side === 'front' ? input.back : input.front;
  const [first, second] = all.filter(
    ({ side }, index) => all.findIndex((each) => each.side === side) === index,
  );
  if (first && second) {
    const isSame =
      first.documentNumber === second.documentNumber &&
      first.birthDate === second.birthDate &&
      first.surname === second.surname;
    return [check('sides_match', isSame ? 'clear' : 'fail', isSame ? words.agrees : words.differs)];
  }
  const agreement = agreementOf(other, facts, input.today);
  return [
    agreement
      ? agreementCheck('sides_match', agreement, other.findings!.engineVersion, words)
      : notRun('sides_match'),
  ];
}

/** How the print of a side agrees with the facts; null if print was not searched for. */
export function agreementOf(
  side: SideEvidence | null,
  facts: DocumentFacts,
  today: string,
): PrintAgreement | null {
  const agreement = side?.findings ? judgePrint(side.findings, facts, today) : null;
  if (!agreement) return null;
  // For a document with a zone, the missing expiry was found in its print.
  const isPrinted = facts.zoneExpiry !== null && facts.noExpiry === 'without_end';
  return isPrinted ? { ...agreement, expiryDate: 'agrees' } : agreement;
}

const IN_WORDS: Readonly<Record<ComparedFact, string>> = {
  surname: 'surname',
  givenNames: 'given names',
  documentNumber: 'number',
  birthDate: 'date of birth',
  expiryDate: 'date of expiry',
};

/**
 * Clear if the required facts were found and nothing contradicts them. The message names what differs or, for an
 * unconfirmed print, which facts were not found.
 */
function agreementCheck(
  id: 'printed_text' | 'sides_match',
  agreement: PrintAgreement,
  engine: string,
  words: Record<Agreement, string>,
): Check {
  const measured = { score: agreement.score, threshold: null };
  const naming = (text: string, facts: readonly ComparedFact[]) =>
    `${text}: ${facts.map((fact) => IN_WORDS[fact]).join(', ')}`;
  const [differing, doubtful] = [factsThat('differs', agreement), factsThat('doubtful', agreement)];
  const absent = missing(agreement);
  const disputing = (text: string) => {
    const said = naming(text, [...differing, ...doubtful]);
    return absent.length > 0 ? naming(`${said}; not found`, absent) : said;
  };
  if (differing.length > 0) return check(id, 'fail', disputing(words.differs), engine, measured);
  if (doubtful.length > 0) return check(id, 'uncertain', disputing(words.doubtful), engine, measured);
  const isShown = id === 'printed_text' ? isConfirmed : isSamePerson;
  if (isShown(agreement)) return check(id, 'clear', words.agrees, engine, measured);
  return check(id, 'uncertain', naming(words.unseen, absent), engine, measured);
}

/** The facts that a confirmed print must have and this one lacks. */
function missing(agreement: PrintAgreement): ComparedFact[] {
  return REQUIRED_FACTS.filter((fact) => agreement[fact] === 'unseen');
}

function nameMatch({ fullName }: DecisionInput, facts?: DocumentFacts): Check {
  if (!facts) return notRun('name_match');
  if (fullName === '') return notRun('name_match', 'No name was given to compare with the document');
  const score = compareNames({ firstName: fullName, lastName: '' }, facts);
  const measured = { score, threshold: NAME_MATCH_CLEAR };
  if (score >= NAME_MATCH_CLEAR) return check('name_match', 'clear', 'The names agree', null, measured);
  return score < NAME_MATCH_FAIL
    ? check('name_match', 'fail', 'The names differ', null, measured)
    : check('name_match', 'uncertain', 'The names are similar, but not the same', null, measured);
}

function seenBefore({ seenBefore: seen }: DecisionInput): Check {
  if (seen === null) return notRun('seen_before');
  if (seen === 'no')
    return check(
      'seen_before',
      'clear',
      'Neither the document nor the face has been seen before under another name',
    );
  const what = seen === 'document' ? 'document' : 'face';
  return check('seen_before', 'uncertain', `The same ${what} has been seen before under another name`);
}
