import { filmPortrait } from '../../scripts/liveness/camera-film.js';
import { encodeMrz } from '../../scripts/mrz/encode-mrz.js';
import { encodeNames, type PassportPerson } from '../../scripts/mrz/encode-td3.js';
import { Random } from '../../scripts/mrz/random.js';
import { randomPerson } from '../../scripts/mrz/random-person.js';
import { renderCard } from '../../scripts/mrz/render-card.js';
import { identityCardFields, renderCardFront } from '../../scripts/mrz/render-card-front.js';
import { type PhotoOptions } from '../../scripts/mrz/render-passport.js';
import { analyzeDocument } from '../../src/identity-documents/analysis/document-analyzer.js';
import { type DocumentType } from '../../src/identity-verifications/domain/document-type.js';
import { aamvaText } from '../../test/support/aamva-text.js';
import { cardBack } from '../../test/support/card-back.js';
import { photo } from '../support/photo-conditions.js';
import { FIRST_SEED, QUARTER_TURNS, TODAY } from './pages.js';
import { turned } from './real-pictures.js';
import { addDecision, noDecisions, straightRow } from './straight-through.js';

/** Room for any name, in characters. */
const NAMES_LENGTH = 60;

interface Card {
  front: Buffer;
  back: Buffer;
}

type Draw = (
  person: PassportPerson,
  taken: { portrait: Buffer; random: Random; seed: number },
) => Promise<Card>;

/** An identity card with its zone on the back (ICAO 9303-5). */
const drawIdentityCard: Draw = async (person, { portrait, random, seed }) => ({
  front: await renderCardFront(
    { title: 'IDENTITY CARD', fields: identityCardFields(person), portrait },
    photo(random),
    seed,
  ),
  back: await renderCard('TD1', encodeMrz('TD1', person), photo(random), seed),
});

/** A licence with its barcode on the back (AAMVA DL/ID Card Design Standard, Annex D). */
const drawLicence: Draw = async (person, { portrait, random, seed }) => {
  const [surname, given] = encodeNames(person, NAMES_LENGTH)
    .replace(/<+$/, '')
    .split('<<')
    .map((name) => name.replaceAll('<', ' ')) as [string, string];
  const [first, ...others] = given.split(' ');
  const [born, expires] = [person.birthDate, person.expiryDate].map(monthFirst) as [string, string];
  const fields = [
    ['1', surname],
    ['2', given],
    ['3 DOB', born],
    ['4b EXP', expires],
    ['4d DL', person.number],
  ] as const;
  const elements = {
    DAQ: person.number,
    DCS: surname,
    DAC: first!,
    DAD: others.join(' '),
    DBA: expires.replaceAll('/', ''),
    DBB: born.replaceAll('/', ''),
    DBC: { M: '1', F: '2', X: '9' }[person.sex],
  };
  const { skew, jpegQuality }: PhotoOptions = photo(random);
  return {
    front: await renderCardFront({ title: 'DRIVER LICENSE', fields, portrait }, photo(random), seed),
    back: await cardBack(aamvaText({ elements }), { rotate: skew, jpegQuality }),
  };
};

/** MM/DD/YYYY. @param date YYYY-MM-DD */
const monthFirst = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

const KINDS: readonly { name: string; documentType: DocumentType; draw: Draw }[] = [
  { name: 'identity cards', documentType: 'id_card', draw: drawIdentityCard },
  { name: 'licences with a barcode', documentType: 'drivers_license', draw: drawLicence },
];

/** Rows of decisions on drawn cards, with both sides at each quarter turn. */
export async function drawnCards(each: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [at, { name, documentType, draw }] of KINDS.entries()) {
    const decisions = QUARTER_TURNS.map(noDecisions);
    for (let number = 0; number < each; number++) {
      const seed = FIRST_SEED + 500_000 + 10_000 * at + number;
      const random = new Random(seed);
      const portrait = await filmPortrait(random.below(4));
      const card = await draw(randomPerson(random), { portrait, random, seed });
      for (const [index, turn] of QUARTER_TURNS.entries())
        addDecision(decisions[index]!, { documentType, ...(await read(card, turn)) });
    }
    for (const [index, turn] of QUARTER_TURNS.entries())
      rows.push(straightRow(`drawn ${name}, turned by ${turn}°`, decisions[index]!));
  }
  return rows;
}

/** Reads both sides of a card as the service does. */
async function read({ front, back }: Card, turn: (typeof QUARTER_TURNS)[number]) {
  const analyze = async (image: Buffer, isBack: boolean) =>
    analyzeDocument(await turned(image, turn), {
      today: TODAY,
      isBack,
      mayHaveBarcode: isBack,
      expectsMrz: isBack,
    });
  return { front: await analyze(front, false), back: await analyze(back, true) };
}
