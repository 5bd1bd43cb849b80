import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { assemblePdf, compressedPdf, PAGE_TREE, streamBody, textPdf } from '../support/pdf-samples.js';
import { comparePlaces, type MarkedPlace } from '../support/rendered-places.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** Letters that Helvetica lacks, and some that no standard encoding has. */
const ZOE = { email: 'zoe@signers.test', name: 'Zoë Żółć' };
/** Six drawings, each in its own process, after a signing. */
const LONGEST_MS = 90_000;
const KINDS = ['signature', 'initials', 'name', 'text', 'checkbox', 'date'] as const;

const boxOf = (index: number) => ({
  x: 40,
  y: 60 + 45 * index,
  width: index === 4 ? 16 : 150,
  height: index === 4 ? 16 : 30,
});

const TOWN = { value: 'Bath', drawing: 'q BT /F 10 Tf 0 g 2 6 Td (Bath) Tj ET Q' };

/** A form with one field, as OpenOffice, pypdf and many others write it. @param flags - of the form */
const formWith = (flags: string, { value, drawing } = TOWN) =>
  assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] ${flags} /DA (/F 10 Tf 0 g) /DR << /Font << /F 5 0 R >> >> >> >>`,
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [4 0 R] /Resources << >> >>',
    `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [250 400 380 420] /FT /Tx /T (town) /V (${value}) /AP << /N 6 0 R >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamBody(
      `/Tx BMC ${drawing} EMC`,
      '/Type /XObject /Subtype /Form /BBox [0 0 130 20] /Resources << /Font << /F 5 0 R >> >>',
    ),
  ]);

/** A page that is rotated, and cropped from a larger sheet. */
async function turnedPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await compressedPdf());
  const page = pdf.getPage(0);
  page.setRotation(degrees(90));
  page.setCropBox(30, 50, 500, 600);
  return Buffer.from(await pdf.save());
}

describe('marks drawn on a document', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-places-'));

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Paths of the document as uploaded and as completed, with a field of each kind. */
  async function completed(pdf: Buffer, name: string): Promise<[before: string, after: string]> {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type: 'in_person' })}`;
    const headers = { 'content-type': 'application/pdf' };
    expect((await acme.api.put(`${path}/document`, pdf, { headers })).status).toBe(200);
    const fields = KINDS.map((kind, index) => ({
      ...{ kind, page: 1, ...boxOf(index), signerEmail: ZOE.email },
      ...((kind === 'text' || kind === 'checkbox') && { label: `A ${kind}`, required: true }),
    }));
    const placed = await acme.api.put(`${path}/document/fields`, { fields });
    expect(placed.status).toBe(200);
    const items = placed.body.items as { id: number; kind: string }[];
    const entered: Record<string, string> = { initials: 'ŻŁ', text: 'Zoë Żółć', checkbox: 'yes' };
    const entries = items.flatMap(({ id, kind }) => (entered[kind] ? [[`field-${id}`, entered[kind]]] : []));
    const sent = await acme.api.post(`${path}/send`, { signers: [ZOE] });
    const zoe = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
    const form = { method: 'typed', typed: ZOE.name, witness: 'Hugo Host', ...Object.fromEntries(entries) };
    expect((await zoe.sign(form)).location).toBe('/done');
    await until('it is completed', async () => {
      return (await acme.api.get(`${path}/status`)).body.status === 'completed';
    });
    const files = [`${name}-before.pdf`, `${name}-after.pdf`].map((each) => join(folder, each)) as [
      string,
      string,
    ];
    writeFileSync(files[0], pdf);
    writeFileSync(files[1], (await acme.api.get(`${path}/document/signed`)).body as Buffer);
    return files;
  }

  it.each<[name: string, make: () => Promise<Buffer> | Buffer]>([
    ['plain', textPdf],
    ['compressed', compressedPdf],
    ['turned', turnedPdf],
    ['form', () => formWith('')],
    ['form that asks its viewers to draw it', () => formWith('/NeedAppearances true')],
  ])(
    'marks look the same in poppler, MuPDF and pdf.js: %s',
    async (name, make) => {
      const files = await completed(await make(), name);
      const places = KINDS.map((kind, index): MarkedPlace => ({ name: kind, page: 1, box: boxOf(index) }));
      const compared = await comparePlaces(...files, places);
      expect(compared.map((place) => [place.name, place.fault])).toEqual(KINDS.map((kind) => [kind, null]));
    },
    LONGEST_MS,
  );

  it('detects a mark that two programs draw from the value of its field, or that none draws', async () => {
    const write = (name: string, pdf: Buffer) => {
      writeFileSync(join(folder, name), pdf);
      return join(folder, name);
    };
    const before = write('unmarked.pdf', formWith('', { value: '', drawing: '' }));
    const mark = { value: 'Anna', drawing: 'q 1.2 w 4 4 m 20 18 30 2 50 16 c 60 2 80 18 100 6 c S Q' };
    const field = { x: 250, y: 80, width: 130, height: 20 };
    const places = [
      { name: 'field', page: 1, box: field },
      { name: 'nothing', page: 1, box: { ...field, y: 200 } },
    ];
    const faultsOf = async (after: string) =>
      (await comparePlaces(before, after, places)).map(({ fault }) => fault);
    const isNothing = 'is not drawn by poppler, mupdf, pdf.js';
    expect(await faultsOf(write('marked.pdf', formWith('', mark)))).toEqual([null, isNothing]);
    const anew = write('anew.pdf', formWith('/NeedAppearances true', mark));
    expect(await faultsOf(anew)).toEqual([
      expect.stringMatching(/^is drawn differently \(0\.[0-4]/),
      isNothing,
    ]);
  });
});
