import { PDF } from '@libpdf/core';
import { craftedPages, signedAfterwards } from '../../../test/support/crafted-pages.js';
import { contestedStream } from '../structure/stream-keys.js';
import { contestedPage } from './contested-page.js';
import { contestedResources } from './contested-resources.js';
import { inspectDocument } from './inspect-document.js';

const CRAFTED = craftedPages();

/** What is refused in any document, with words of the refusal. */
const REFUSED: Record<string, string> = {
  'a parent that is no node': 'text in a font that it does not contain',
  'content that is split within a string': 'content that is split within a string',
  'content that is split within a number': 'split within a word',
  'content that is split within a name': 'split within a word',
  'a filter in full and abbreviated': 'both /F and /Filter',
  'a filter in full and abbreviated, the other way round': 'both /F and /Filter',
  'parameters in full and abbreviated': 'both /DP and /DecodeParms',
  'content in another file': 'data are in another file',
  'an image of two sizes': 'both /W and /Width',
  'an image in two colour spaces': 'both /CS and /ColorSpace',
  'an image decoded in two ways': 'both /D and /Decode',
  'a mask that is one and is not': 'both /IM and /ImageMask',
  'an inline image of two sizes': 'a key twice',
  'an inline image with a size twice': 'a key twice',
  'an inline image with its end among its data': 'may end in two places',
  'an inline image with fewer data than stated': 'may end in two places',
  'an inline image with more data than stated': 'may end in two places',
  'an inline image in digits with its end among them': 'may end in two places',
  'a form that draws one of the page': 'a form that uses the pictures and forms',
  'a form in a form that draws one of the page': 'a form that uses the pictures and forms',
  'a form without a box': 'without a sound /BBox',
  'a form with an odd matrix': 'without a sound /Matrix',
  'a form of another file': 'a page of another file',
  'a stamp with the font of the page': 'an appearance that uses the fonts',
  'a stamp without resources': 'an appearance that uses the fonts',
  'a colour space with the name of another': 'with the name of another',
  'a glyph that draws a form of the page': 'a glyph that uses the pictures and forms',
};

/** What is moreover refused in documents with signatures, in which nothing can be settled. */
const REFUSED_IF_SIGNED: Record<string, string> = {
  'other resources in the node that lists a page': 'another part of the page tree',
  'other resources in the node that a page names': 'another part of the page tree',
  'a crop box in a node that the page does not name': 'another part of the page tree',
  'a rotation in a node that the page does not name': 'another part of the page tree',
  'a font only among the resources of the node': 'resources of a page and others above it',
  'a rotation of 45 degrees': 'turned by an odd angle',
  'a crop box without an area': 'without a sound crop box',
  'a crop box beside the page': 'without a sound crop box',
  'content that is split between operators that touch': 'split within a word',
  'content that is split within a comment': 'split within a word',
  'an abbreviated filter': '/F instead of /Filter',
  'abbreviated parameters': '/DP instead of /DecodeParms',
  'an image with abbreviated keys': '/W instead of /Width',
};

async function faultIn(bytes: Buffer, isSigned: boolean): Promise<string> {
  const pdf = await PDF.load(bytes);
  const page = isSigned ? contestedPage(pdf) : null;
  return page ?? contestedStream(pdf, isSigned) ?? contestedResources(pdf, isSigned) ?? 'nothing';
}

it.each(Object.keys(CRAFTED))('finds what programs draw differently: %s', async (name) => {
  const pdf = CRAFTED[name]!;
  expect(await faultIn(pdf, false)).toContain(REFUSED[name] ?? 'nothing');
  const fault = await faultIn(signedAfterwards(pdf), true);
  const words = [REFUSED[name], REFUSED_IF_SIGNED[name]].filter((each) => each !== undefined);
  if (words.length === 0) expect(fault).toBe('nothing');
  else expect(fault).not.toBe('nothing');
  if (REFUSED_IF_SIGNED[name]) expect(fault).toContain(REFUSED_IF_SIGNED[name]);
});

it('names what it refuses', async () => {
  const name = 'a filter in full and abbreviated';
  const words = 'a stream with both /F and /Filter, so different programs may show different pages.';
  expect(await inspectDocument(CRAFTED[name]!)).toMatchObject({
    code: 'document_ambiguous',
    message: expect.stringMatching(`^The PDF has ${words} Print it`),
  });
  expect(await inspectDocument(signedAfterwards(CRAFTED[name]!))).toMatchObject({
    code: 'document_ambiguous',
    message: expect.stringMatching(`^The signed PDF has ${words} Upload a copy`),
  });
});

it('settles what a page inherits', async () => {
  const found = await inspectDocument(CRAFTED['a page with all from its node']!);
  if (!found.ok || found.kind === 'docx') throw new Error('it is refused');
  const pdf = await PDF.load(found.pdf!);
  const [page] = pdf.getPages();
  const keys = Array.from(page!.dict.keys(), ({ value }) => value);
  expect(keys).toEqual(expect.arrayContaining(['Resources', 'MediaBox', 'CropBox', 'Rotate']));
  const node = page!.dict.getDict('Parent', (ref) => pdf.getObject(ref))!;
  expect(Array.from(node.keys(), ({ value }) => value).sort()).toEqual(['Count', 'Kids', 'Type']);
});

it('settles abbreviated keys, and separates the parts of content', async () => {
  const contentOf = async (name: string) => {
    const found = await inspectDocument(CRAFTED[name]!);
    if (!found.ok || found.kind === 'docx') throw new Error('it is refused');
    return Buffer.from(found.pdf!).toString('latin1');
  };
  expect(await contentOf('an image with abbreviated keys')).toMatch(/\/Width 2 .*\/ColorSpace \/DeviceGray/);
  const digits = Buffer.from('(Rent: 100) Tj').toString('hex');
  expect(await contentOf('an abbreviated name of a filter')).toMatch(
    new RegExp(`/Filter /ASCIIHexDecode[^]*${digits}`),
  );
  expect(await contentOf('content that is split between operators')).toMatch(
    /\/Contents \[\d+ 0 R \d+ 0 R \d+ 0 R\]/,
  );
});
