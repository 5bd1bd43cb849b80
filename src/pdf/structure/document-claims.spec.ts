import { PDF } from '@libpdf/core';
import { assemblePdf, ONE_PAGE, PAGE_TREE, streamBody } from '../../../test/support/pdf-samples.js';
import { claimsOf } from './document-claims.js';

const NAMESPACE = 'http://www.aiim.org/pdfa/ns/id/';

const claimsWith = async (catalog: string, ...others: (string | Buffer)[]) =>
  claimsOf(
    await PDF.load(
      assemblePdf([`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`, PAGE_TREE, ONE_PAGE, ...others]),
    ),
  );

describe('claims of a document', () => {
  it.each([
    [1, `<x xmlns:pdfaid="${NAMESPACE}"><pdfaid:part>1</pdfaid:part></x>`],
    [3, `<x xmlns:pdfaid='${NAMESPACE}' pdfaid:part = '3' />`],
    [2, `<x xmlns:a.b="${NAMESPACE}"><a.b:part> 2 </a.b:part></x>`],
    [null, '<x xmlns:pdfaid="http://elsewhere.test/"><pdfaid:part>1</pdfaid:part></x>'],
    [null, `<x xmlns:a="${NAMESPACE}"><b:part>1</b:part></x>`],
    [null, `<x xmlns:a="${NAMESPACE}"/>`],
  ])('finds the claim to part %s of PDF/A', async (part, xmp) => {
    const { pdfaPart } = await claimsWith(
      '/Metadata 4 0 R',
      streamBody(xmp, '/Type /Metadata /Subtype /XML'),
    );
    expect(pdfaPart).toBe(part);
  });

  it.each([
    ['RGB', 3, 'RGB '],
    ['other', 3, 'Lab '],
    ['other', 1, 'GRAY'],
    ['other', 4, 'CMYK'],
  ])('finds colours of kind %s for a profile with %i channels in %s', async (kind, channels, space) => {
    const profile = Buffer.alloc(128);
    profile.write(space, 16, 'latin1');
    const intent = '<< /S /GTS_PDFA1 /DestOutputProfile 5 0 R >>';
    const claims = await claimsWith('/OutputIntents [4 0 R]', intent, streamBody(profile, `/N ${channels}`));
    expect(claims.outputColors).toBe(kind);
  });

  it('calls a document tagged only if it is marked and has a structure', async () => {
    const tree = '/StructTreeRoot << /Type /StructTreeRoot >>';
    const tagged = ['/MarkInfo << /Marked true >>', tree, `/MarkInfo << /Marked false >> ${tree}`].map(
      async (catalog) => (await claimsWith(catalog)).isTagged,
    );
    expect(await Promise.all(tagged)).toEqual([false, false, false]);
    expect((await claimsWith(`/MarkInfo << /Marked true >> ${tree}`)).isTagged).toBe(true);
  });

  it('finds no claims where nothing can be read', async () => {
    const broken = streamBody('no data', '/Filter /FlateDecode');
    expect(await claimsWith('/Metadata 4 0 R /OutputIntents [null]', broken)).toEqual({
      ...{ pdfaPart: null, outputColors: null, isTagged: false },
    });
  });
});
