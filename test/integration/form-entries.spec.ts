import { PDF, type PdfRef, PdfStream } from '@libpdf/core';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { TICKED } from '../../src/pdf/document-field.js';
import { contradictingField } from '../../src/pdf/inspection/contradicting-field.js';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { type StampDetails, type StampPlace } from '../../src/pdf/signature-stamp.js';
import { drawEntries } from '../../src/pdf/signing/draw-entries.js';
import {
  prepareDocument,
  sealDocument,
  sealPrepared,
  signPrepared,
} from '../../src/pdf/signing/seal-document.js';
import { TextFonts } from '../../src/pdf/text-fonts.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { OfficeConverter } from '../../src/platform/office/office-converter.js';
import { harmfulChanges } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { verifyCompletedDocument } from '../support/completed-documents.js';
import { everyEntry, formDetails, formPlace, PARAGRAPHS, printedForm } from '../support/form-places.js';
import { inDepth } from '../support/in-depth.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { fieldNamed } from '../support/signed-uploads.js';
import { ask, mutoolAccepts, pdfText, qpdfAccepts } from '../support/validators.js';

const SEAL = { name: 'Acme', reason: 'Sealed by Acme', at: '2026-03-02T10:00:00.000Z' };
const OWNER = { tenant: 1 };

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
let key: SealingKey;
beforeAll(async () => {
  key = await newSealingKey('p256');
});
afterAll(() => pdfService.onApplicationShutdown());

const sign = (digest: Buffer) => signDetached(digest, key);

/** Sealed at once, or signed by the signer's own key first. */
async function completed(
  original: Buffer,
  details: StampDetails,
  type: 'fast' | 'advanced',
): Promise<Buffer> {
  const by = ({ fieldName }: { fieldName: string }) => ({ fieldName, certificate: key.certificate });
  if (type === 'fast') {
    const sealed = await sealDocument(original, details, SEAL, sign);
    const expected = { pages: sealed.pages, signatures: [by(sealed)] };
    expect(await verifyCompletedDocument({ original, completed: sealed.pdf, expected })).toBe(true);
    return Buffer.from(sealed.pdf);
  }
  const prepared = await prepareDocument(original, details);
  const signed = await signPrepared(prepared.pdf, details, { ...SEAL, signer: 0 }, sign);
  const sealed = await sealPrepared(signed.pdf, SEAL, sign);
  const expected = { pages: sealed.pages, signatures: [by(signed), by(sealed)] };
  expect(await verifyCompletedDocument({ original, completed: sealed.pdf, expected })).toBe(true);
  return Buffer.from(sealed.pdf);
}

/** Values by the name under which a form gives them away. */
type Values = Record<string, unknown>;

function qpdfValues(pdf: Buffer): Values {
  const { output } = ask('qpdf', ['--json', '--json-key=acroform', 'p.pdf'], { 'p.pdf': pdf });
  const { acroform } = JSON.parse(output) as {
    acroform: { fields: { mappingname: string; value: string | null }[] };
  };
  // Texts and names are marked in this notation. A field without such a name is listed under its label.
  const values = acroform.fields.map((each) => [
    each.mappingname,
    each.value?.replace(/^(u:|\/)/, '') ?? null,
  ]);
  return Object.fromEntries(values) as Values;
}

const READ_WITH_MUPDF = `
var fields = new PDFDocument(scriptArgs[0]).getTrailer().get("Root").get("AcroForm").get("Fields"), found = {};
for (var at = 0; at < fields.length; at++) {
  var name = fields.get(at).get("TM"), value = fields.get(at).get("V");
  if (name && !name.isNull()) found[name.asString()] = value.isName() ? value.asName() : value.asString();
}
print(JSON.stringify(found));`;

const mupdfValues = (pdf: Buffer): Values =>
  JSON.parse(
    ask('mutool', ['run', 'read.js', 'p.pdf'], { 'p.pdf': pdf, 'read.js': READ_WITH_MUPDF }).output,
  ) as Values;

/** By the name of the field itself: pdf.js does not read the other. */
async function pdfJsValues(pdf: Buffer): Promise<Values> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const objects = (await (await task.promise).getFieldObjects()) as unknown as Record<
    string,
    [{ value: unknown }]
  >;
  const values = Object.entries(objects).map(([name, [{ value }]]) => [name, value]);
  await task.destroy();
  return Object.fromEntries(values) as Values;
}

describe('the entries of a form in the completed document', () => {
  it.each(['fast', 'advanced'] as const)(
    'they are drawn, and read under their own names by other programs: %s',
    async (type) => {
      const entries = await everyEntry();
      const places = entries.map(({ place }) => place);
      const pdf = await completed(printedForm(places), formDetails(places), type);
      expect(qpdfAccepts(pdf)).toBe(true);
      expect(mutoolAccepts(pdf)).toBe(true);
      const named = entries.filter(({ value }) => value !== null);
      const expected = Object.fromEntries(named.map(({ place, value }) => [place.form!.name, value]));
      expect(qpdfValues(pdf)).toMatchObject(expected);
      expect(mupdfValues(pdf)).toEqual(expected);
      const own = entries.map(({ place }, index) => [`Countersign-Field${index + 1}`, place] as const);
      const read = await pdfJsValues(pdf);
      for (const [name, { form }] of own) {
        const value = form!.name in expected ? expected[form!.name] : 'Please return the keys.';
        expect([name, read[name]]).toEqual([name, value]);
      }
      const words = pdfText(pdf);
      for (const word of ['Bath on Avon', '1,234.50', '1 March 2026', 'turned since 1782', 'Mill Ltd'])
        expect(words).toContain(word);
    },
  );

  it('are no harmful change of what an earlier signer signed with a key of their own', async () => {
    const at = { signer: 1, width: 14, height: 14, x: 320 };
    const choice = { options: [{ value: 'NY', label: 'New York' }], value: 'NY' };
    const places = [
      formPlace('text', 'town', 'Bath', { y: 60 }),
      formPlace('checkboxes', 'extras', TICKED, { ...at, y: 60, form: { option: 'Größe L' } }),
      formPlace('radio', 'heat', '', { ...at, y: 80, form: { option: 'Natural gas' } }),
      formPlace('radio', 'state', TICKED, {
        ...at,
        y: 100,
        form: { exported: { state: '1', value: 'grün' } },
      }),
      formPlace('choice', 'place', 'New York', { signer: 1, y: 130, form: { choice } }),
    ];
    const details = formDetails(places);
    details.signers.push({ ...details.signers[0]!, name: 'John Roe', email: 'john@signers.test' });
    const original = printedForm(places);
    let { pdf } = await prepareDocument(original, details);
    for (const signer of [0, 1]) ({ pdf } = await signPrepared(pdf, details, { ...SEAL, signer }, sign));
    const sealed = await sealPrepared(pdf, SEAL, sign);
    const checked = await checkDocument({ pdf: sealed.pdf, authorities: '' });
    if (!checked.ok) throw new Error(checked.reason);
    const { signatures } = checked.facts;
    expect(signatures).toHaveLength(3);
    expect(signatures.flatMap((each) => harmfulChanges(each, signatures))).toEqual([]);
    const values = qpdfValues(Buffer.from(sealed.pdf));
    expect(values).toMatchObject({ extras: 'Yes', heat: 'Off', state: '1', place: 'NY' });
  });

  it('what is written or chosen in a field agrees with its value even for readers who do not know the seal', async () => {
    const entries = await everyEntry();
    const places = entries
      .map(({ place }) => place)
      .filter(({ kind }) => kind !== 'image' && kind !== 'stamp');
    const pdf = await completed(printedForm(places), formDetails(places), 'fast');
    expect(contradictingField(await PDF.load(pdf))).toBeNull();
  });

  it('an entry that does not fit is never cut off', async () => {
    const place = formPlace('text', 'remarks', PARAGRAPHS, { form: { lines: 'many' } });
    const details = formDetails([place]);
    await expect(sealDocument(printedForm([place]), details, SEAL, sign)).rejects.toThrow(
      "An entry of the kind 'text' does not fit its place on page 1",
    );
    const preview = drawEntries({ pdf: printedForm([place]), details, notice: null });
    await expect(preview).rejects.toThrow('does not fit');
  });

  it('the service says by how many characters entries are too long, in any script', async () => {
    const picture = { width: 90, height: 30 };
    const places = [
      formPlace('text', 'town', 'Bath'),
      formPlace('text', 'iban', 'GB33BUKB2020', { form: { cells: 10 } }),
      formPlace('text', 'hindi', 'नमस्ते दुनिया '.repeat(20).trim()),
      formPlace('label', 'note', 'A long note. '.repeat(40).trim()),
      formPlace('checkbox', 'married', 'yes', { width: 6, height: 6 }),
      formPlace('stamp', 'company', '', { ...picture, form: { stampLines: ['Mill Ltd', 'Bath'] } }),
      formPlace('stamp', 'other', '', { ...picture, form: { stampLines: Array<string>(5).fill('Mill') } }),
      formPlace('name', 'name', 'A name that is much too long for its place '.repeat(9)),
    ];
    const found = await pdfService.measureEntries(places, OWNER);
    expect(found.map((count) => count > 0)).toEqual([false, true, true, true, false, false, true, false]);
    expect([found[1], found[6]]).toEqual([2, 20]);
    const [, , hindi] = places;
    const fitting = [...hindi!.value].slice(0, -found[2]!).join('');
    expect(await pdfService.measureEntries([{ ...hindi!, value: fitting }], OWNER)).toEqual([0]);
  });

  it('boxes are drawn only where a text tag is covered, because the page has its own elsewhere', async () => {
    const at = { x: 60, y: 60, width: 20, height: 20 };
    const emptyLook = async (kind: StampPlace['kind'], tagBox: StampPlace['tagBox']) => {
      const details = formDetails([formPlace(kind, 'x', '', { ...at, tagBox })]);
      const pdf = await PDF.load(await completed(printedForm([]), details, 'fast'));
      const resolve = (ref: PdfRef) => pdf.getObject(ref);
      const looks = fieldNamed(pdf, 'Countersign-Field1').getDict('AP', resolve)?.getDict('N', resolve);
      const look = looks?.get('Off', resolve);
      if (!(look instanceof PdfStream)) throw new Error('The field has no look for its empty state');
      return Buffer.from(look.getDecodedData()).toString('latin1').trim();
    };
    for (const kind of ['checkbox', 'radio', 'checkboxes'] as const) {
      expect(await emptyLook(kind, null)).toBe('');
      expect(await emptyLook(kind, at)).toMatch(/\bS\b/);
    }
  });

  inDepth.each(['seal only', 'own signatures'] as const)(
    'a document is sealed on trial with as much as its form takes: %s',
    async (signing) => {
      const empty = (await everyEntry()).map(({ place }) => ({ ...place, value: '' }));
      const trial = (places: StampPlace[]) =>
        pdfService.trySealing(
          () => Promise.resolve(printedForm(places)),
          formDetails(places),
          signing,
          OWNER,
        );
      expect(await trial(empty)).toBeNull();
      // The sender's own text does not fit, whatever signers enter.
      const label = formPlace('label', 'note', PARAGRAPHS.repeat(9), { y: 500 });
      expect(await trial([label])).toMatchObject({ code: 'document_unsealable' });
    },
  );
});
