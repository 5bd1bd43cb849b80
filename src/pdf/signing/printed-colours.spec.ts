import { PDF, PdfStream } from '@libpdf/core';
import { pdfWithCatalog, streamBody } from '../../../test/support/pdf-samples.js';
import { signDetached } from '../../pdf-signatures/sign-detached.js';
import { standInKey } from '../../pdf-signatures/stand-in-key.js';
import { reachable } from '../structure/reachable.js';
import { sealDocument } from './seal-document.js';
import { standInsFor } from './stand-ins.js';

/** A sealed document whose output intent has this many channels, or none. */
async function sealed(channels: number | null): Promise<PDF> {
  const intent = '/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 4 0 R >>]';
  const pdf = pdfWithCatalog(channels ? intent : '', streamBody('profile', `/N ${channels}`));
  const layout = { pageSizes: [[300, 400] as const], tags: [], carriesSignatures: false };
  const details = standInsFor(layout, 'ab'.repeat(32));
  const few = { ...details, signers: details.signers.slice(0, 2) };
  const key = await standInKey();
  const as = { name: 'Acme', reason: 'Sealed', at: '2026-03-12T10:00:00.000Z' };
  return PDF.load((await sealDocument(pdf, few, as, (digest) => signDetached(digest, key))).pdf);
}

/** The operators that set a colour in what was drawn on pages and in fields. */
function colourOperators(pdf: PDF): Set<string> {
  const drawn = [...reachable(pdf)].filter(
    (each) => each instanceof PdfStream && !each.has('Length1') && !each.has('N'),
  ) as PdfStream[];
  const text = drawn.map((each) => Buffer.from(each.getDecodedData()).toString('latin1')).join('\n');
  return new Set([...text.matchAll(/[\d.]+ (rg|RG|g|G|k|K)\s/g)].map(([, operator]) => operator!));
}

it.each([
  ['in colour where nothing else is asked for', null, 'rg'],
  ['in colour for RGB', 3, 'rg'],
  ['in grey for CMYK', 4, 'g'],
  ['in grey for grey', 1, 'g'],
])('marks and the pages behind the document are %s', async (_, channels, operator) => {
  const found = colourOperators(await sealed(channels));
  expect(found).toContain(operator);
  expect(found).not.toContain(operator === 'g' ? 'rg' : 'g');
});

it('the seal has an appearance that shows nothing', async () => {
  const field = [...reachable(await sealed(null))].find(
    (each) => each.getString('T')?.asString() === 'Countersign-Seal',
  );
  expect(field?.getDict('AP')?.has('N')).toBe(true);
});
