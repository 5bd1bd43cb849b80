import sharp from 'sharp';
import { filmPortrait } from '../../../scripts/liveness/camera-film.js';
import { encodeMrz } from '../../../scripts/mrz/encode-mrz.js';
import { encodeTd3 } from '../../../scripts/mrz/encode-td3.js';
import { Random } from '../../../scripts/mrz/random.js';
import { randomPerson } from '../../../scripts/mrz/random-person.js';
import { renderCard } from '../../../scripts/mrz/render-card.js';
import { identityCardFields } from '../../../scripts/mrz/render-card-front.js';
import { renderCardFront } from '../../../scripts/mrz/render-card-front.js';
import { type PassportContent, type PhotoOptions } from '../../../scripts/mrz/render-passport.js';
import { tintedCopy, TINTS } from '../../../scripts/mrz/tinted-copy.js';
import { aamvaText } from '../../../test/support/aamva-text.js';
import { drawBarcode } from '../../../test/support/card-back.js';
import { TODAY } from '../../../test/support/decision-inputs.js';
import { SPECIMEN_FACTS } from '../../../test/support/document-findings.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { readMrzFromImage } from '../../../test/support/mrz-image.js';
import { renderPassport, travellerPhoto } from '../../../test/support/passport-renderer.js';
import { type MrzReading } from '../engines/mrz/mrz-reading.js';
import { comparePrint, isConfirmed } from '../engines/text/compare-print.js';
import { closeTextReader } from '../engines/text/text.engine.js';
import { analyzeDocument, inspectImage } from './document-analyzer.js';

const OPTIONS = { today: '2026-01-01', isBack: false, mayHaveBarcode: false, expectsMrz: true };
const SPECIMEN_LINES = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3804151ZE184226B<<<<<16',
];

async function read(
  content: Partial<PassportContent>,
  options: PhotoOptions,
  seed = 1,
): Promise<MrzReading | null> {
  return readMrzFromImage(await renderPassport(content, options, seed), OPTIONS.today);
}

afterAll(closeTextReader);

describe('reading passports', () => {
  it('returns every field of the MRZ', async () => {
    const findings = await analyzeDocument(await renderPassport(), OPTIONS);
    expect(findings).toMatchObject({
      readable: true,
      unreadableReason: null,
      image: { width: 1400, height: 986, format: 'jpeg' },
      quality: { isBlurred: false, hasGlare: false },
      mrz: {
        accepted: true,
        lines: SPECIMEN_LINES,
        fields: {
          surname: 'ERIKSSON',
          givenNames: 'ANNA MARIA',
          documentNumber: 'L898902C3',
          birthDate: { date: '1974-08-12' },
          expiryDate: { date: '2038-04-15' },
        },
      },
    });
  });

  // More of them in test/deep/photographed-passports.spec.ts.
  inDepth.each<[string, PhotoOptions]>([
    ['rotated by 90°', { rotate: 90, background: 'desk' }],
    ['at an angle', { perspective: 0.12, skew: 3, background: 'desk' }],
  ])('reads the MRZ of a passport %s', async (_, options) => {
    expect(await read({}, options, 3)).toMatchObject({ accepted: true, lines: SPECIMEN_LINES });
  });

  // More of them in test/deep/read-passports.spec.ts.
  it('reads a traveller’s MRZ without a single wrong character', async () => {
    const { passport, photo } = travellerPhoto(0);
    const mrz = await read(passport, photo, 0);
    expect(mrz).toMatchObject({ accepted: true, lines: encodeTd3(passport) });
  });
});

describe('a card with its MRZ on the front', () => {
  const person = {
    ...randomPerson(new Random(9)),
    surname: 'Quispe',
    givenNames: 'Rosa',
    number: 'AB1234567',
  };
  const draw = () => renderCard('TD1', encodeMrz('TD1', person), {}, 1, identityCardFields(person));

  inDepth('reads the print of a card next to its MRZ', async () => {
    const { mrz, printed } = await analyzeDocument(await draw(), OPTIONS);
    expect(mrz).toMatchObject({ format: 'TD1', accepted: true });
    const { birthDate, expiryDate, ...facts } = mrz!.fields;
    const stated = { ...facts, birthDate: birthDate.date, expiryDate: expiryDate.date };
    expect(isConfirmed(comparePrint(printed!, stated, TODAY))).toBe(true);
  });

  it('does not read the print on the back of a card, since the front has it', async () => {
    expect((await analyzeDocument(await draw(), { ...OPTIONS, isBack: true })).printed).toBeNull();
  });
});

describe('small pictures', () => {
  it('reads a small picture whose MRZ is legible', async () => {
    const lines = encodeMrz('TD1', randomPerson(new Random(5)));
    const small = await sharp(await renderCard('TD1', lines))
      .resize({ width: 290 })
      .jpeg()
      .toBuffer();
    expect(await inspectImage(small)).toMatchObject({ ok: true });
    const findings = await analyzeDocument(small, OPTIONS);
    expect(findings).toMatchObject({ readable: true, mrz: { accepted: true, lines } });
  });

  inDepth('calls a picture too small only when nothing in it can be read', async () => {
    const page = await sharp(await renderPassport())
      .resize({ width: 200 })
      .jpeg()
      .toBuffer();
    expect(await inspectImage(page)).toMatchObject({ ok: true });
    const findings = await analyzeDocument(page, OPTIONS);
    expect(findings).toMatchObject({ readable: false, unreadableReason: 'too_small' });
    expect(findings.mrz?.accepted ?? false).toBe(false);
  });
});

describe('copies', () => {
  inDepth('doubts a copy in coloured light, but not the page itself', async () => {
    const page = await renderPassport({}, { background: 'white', pageWidth: 1000 });
    const copy = await tintedCopy(page, TINTS['blue light, 25 %']!);
    expect(await analyzeDocument(copy, OPTIONS)).toMatchObject({
      readable: true,
      quality: { isMonochrome: false, mayBeCopy: true },
      mrz: { accepted: true },
    });
    expect((await analyzeDocument(page, OPTIONS)).quality!.mayBeCopy).toBe(false);
  });
});

describe('documents that are never accepted', () => {
  inDepth('reports no MRZ on a page without one', async () => {
    const findings = await analyzeDocument(await renderPassport({ withoutMrz: true }), OPTIONS);
    expect(findings).toMatchObject({ readable: true, mrz: null });
    expect(findings.printed!.words.map(({ text }) => text)).toContain('ERIKSSON');
  });

  // test/deep/altered-passports.spec.ts alters each field and each check digit.
  inDepth('does not accept an altered document', async () => {
    const altered = SPECIMEN_LINES[1]!.replace('F38', 'F48');
    const mrz = await read({ mrzLines: [SPECIMEN_LINES[0]!, altered] }, { background: 'desk' });
    expect(mrz).toMatchObject({ accepted: false, substitutions: [], lines: [SPECIMEN_LINES[0], altered] });
    expect(mrz!.doubts).toContain('check_digit');
  });

  inDepth('does not accept a broken check digit', async () => {
    const mrz = await read({ breakCheckDigit: 'composite' }, {});
    expect(mrz).toMatchObject({ accepted: false, contradictory: true, checkDigits: { composite: false } });
  });

  inDepth('doubts an issuer that ICAO does not know', async () => {
    const mrz = await read({ state: 'QQQ' }, {});
    expect(mrz).toMatchObject({ accepted: true, doubts: ['unknown_state'] });
  });

  inDepth('does not accept an image too blurred to read', async () => {
    const findings = await analyzeDocument(await renderPassport({}, { blur: 6 }), OPTIONS);
    expect(findings).toMatchObject({
      readable: false,
      unreadableReason: 'blurred',
      quality: { isBlurred: true },
    });
    expect(findings.mrz?.accepted ?? false).toBe(false);
  });

  it('does not accept evenly spaced text that is not an MRZ', async () => {
    const lines = ['8O1I2Z5S6G'.repeat(5).slice(0, 44), 'MWNHKXVYAT'.repeat(5).slice(0, 44)];
    expect((await read({ mrzLines: lines }, {}))?.accepted ?? false).toBe(false);
  });
});

describe('print', () => {
  inDepth('confirms the MRZ of a genuine page by its print', async () => {
    const page = await renderPassport({}, { background: 'desk', rotate: 90, skew: 2 });
    const { printed } = await analyzeDocument(page, OPTIONS);
    expect(comparePrint(printed!, SPECIMEN_FACTS, TODAY).score).toBe(1);
  });

  inDepth.each([
    ['number', { number: 'L898902C7' }],
    ['birth date', { birthDate: '1974-08-13' }],
    ['expiry', { expiryDate: '2034-04-15' }],
  ])('never confirms the MRZ when the print has one digit of its %s altered', async (_, altered) => {
    const page = await renderPassport({ ...altered, mrzLines: SPECIMEN_LINES }, { background: 'desk' });
    const { mrz, printed } = await analyzeDocument(page, OPTIONS);
    expect(mrz!.accepted).toBe(true);
    expect(isConfirmed(comparePrint(printed!, SPECIMEN_FACTS, TODAY))).toBe(false);
  });

  describe('a front 350 pixels wide', () => {
    const small = async (blur: number) => {
      const fields = [
        ['Surname', 'QUISPE'],
        ['Date of birth', '04 MAR 1941'],
        ['Date of expiry', '06 NOV 2037'],
      ] as const;
      const content = { title: 'IDENTITY CARD', fields, portrait: await filmPortrait() };
      const large = await renderCardFront(content, { background: 'desk', pageWidth: 1500, blur });
      const front = await sharp(large).resize({ width: 350 }).jpeg({ quality: 92 }).toBuffer();
      return analyzeDocument(front, { ...OPTIONS, expectsMrz: false });
    };

    inDepth('does not call a sharp small front blurred because it was enlarged', async () => {
      const { readable, unreadableReason, quality, printed } = await small(0);
      expect({ readable, unreadableReason }).toEqual({ readable: true, unreadableReason: null });
      expect(quality!.isBlurred).toBe(false);
      expect(printed!.words.length).toBeGreaterThan(4);
    });

    inDepth('reports a blurred small front as blurred, and reads it all the same', async () => {
      const { unreadableReason, quality, printed } = await small(14);
      expect(unreadableReason).toBe('blurred');
      expect(quality!.isBlurred).toBe(true);
      expect(printed).not.toBeNull();
    });
  });

  inDepth('turns a front that lies upside down, even though it reads as words that way too', async () => {
    const fields = [
      ['Surname', 'QUISPE'],
      ['Given names', 'PEDRO MIGUEL'],
      ['Date of birth', '04 MAR 1941'],
      ['Date of expiry', '06 NOV 2037'],
      ['Document No.', '4QIX61DDR'],
    ] as const;
    const content = { title: 'IDENTITY CARD', fields, portrait: await filmPortrait() };
    const photo = { background: 'desk', rotate: 180, skew: 2.23, noise: 2, pageWidth: 1500 } as const;
    const front = await renderCardFront(content, photo);
    const { rotation, printed } = await analyzeDocument(front, { ...OPTIONS, expectsMrz: false });
    expect(rotation).toBe(180);
    expect(printed!.words.map(({ text }) => text)).toContain('QUISPE');
  });
});

describe('a barcode of another document', () => {
  inDepth('does not hide the print next to it', async () => {
    const fields = [['Surname', 'LINDQVIST'] as const, ['Given names', 'ASTRID'] as const];
    const card = await renderCardFront({ title: 'RESIDENCE PERMIT', fields, portrait: await filmPortrait() });
    const bars = await drawBarcode('PERMIT 4711 LINDQVIST ASTRID 12.08.1974', 900);
    const { height: tall } = await sharp(bars).metadata();
    const { height } = await sharp(card).metadata();
    const back = await sharp(card)
      .extend({ bottom: tall + 40, background: '#ffffff' })
      .composite([{ input: bars, left: 60, top: height + 20 }])
      .jpeg()
      .toBuffer();
    const { barcode, printed } = await analyzeDocument(back, {
      ...OPTIONS,
      isBack: true,
      mayHaveBarcode: true,
    });
    expect(barcode).toMatchObject({ complete: false, jurisdiction: null, problems: ['no_header'] });
    expect(printed!.words.map(({ text }) => text)).toContain('LINDQVIST');
  });
});

describe('the back of an enhanced driving licence', () => {
  inDepth('reads both the MRZ and the barcode on the back of a licence', async () => {
    const zone = [
      'IDUSA1234567897MI<<<<<<<<<<<<<',
      '8001014F3001019USA<<<<<<<<<<<2',
      'DOE<<JANE<ANN<<<<<<<<<<<<<<<<<',
    ];
    const elements = {
      DCS: 'DOE',
      DAC: 'JANE',
      DAD: 'ANN',
      DAQ: '123456789',
      DBB: '01011980',
      DBA: '01012030',
    };
    const bars = await drawBarcode(aamvaText({ issuer: '636032', elements }), 1_200);
    const back = await sharp(await renderCard('TD1', zone))
      .composite([{ input: bars, left: 100, top: 60 }])
      .jpeg()
      .toBuffer();
    const findings = await analyzeDocument(back, { ...OPTIONS, mayHaveBarcode: true });
    expect(findings).toMatchObject({
      mrz: { accepted: true, fields: { surname: 'DOE', documentNumber: '123456789' } },
      barcode: { complete: true, jurisdiction: 'MI', documentKind: 'DL', fields: { surname: 'DOE' } },
    });
  });
});
