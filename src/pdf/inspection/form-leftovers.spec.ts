import { PDF, type PdfDict } from '@libpdf/core';
import {
  assemblePdf,
  ONE_PAGE,
  PAGE_TREE,
  pdfWithCatalog,
  streamBody,
} from '../../../test/support/pdf-samples.js';
import { reachable } from '../structure/reachable.js';
import { inspectDocument } from './inspect-document.js';

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const SIGNED = '/FT /Sig /T (S) /V << /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>';
const LOOK = streamBody('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]');

/** A page with a field, object 4, drawn by object 5; further objects follow from 6. */
const withField = (field: string, form = '', page = '', catalog = '', ...others: (string | Buffer)[]) =>
  assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] ${form} >> ${catalog} >>`,
    PAGE_TREE,
    ONE_PAGE.replace('/Resources', `/Annots [4 0 R] ${page} /Resources`),
    `<< /Type /Annot /Subtype /Widget /Rect [9 9 99 29] /F 4 ${field} >>`,
    LOOK,
    ...others,
  ]);
const TEXT = '/FT /Tx /T (City) /V (Oslo) /DA (/Helv 10 Tf 0 g)';
const BUTTON = '/FT /Btn /Ff 65536 /T (Go) /AP << /N 5 0 R >>';

async function presented(pdf: Buffer) {
  const found = await inspectDocument(pdf);
  if (!found.ok || found.kind !== 'pdf') throw new Error(JSON.stringify(found));
  const opened = await PDF.load(found.pdf!);
  const actions = [...reachable(opened)].filter((each) => each.has('JS') || each.getName('S'));
  return { removed: found.changes.removed, actions, pdf: opened, objects: [...reachable(opened)] };
}
const codeOf = async (pdf: Buffer) => {
  const found = await inspectDocument(pdf);
  return found.ok ? 'accepted' : found.code;
};
const hasKey = (objects: PdfDict[], key: string) => objects.some((each) => each.has(key));

describe('XFA forms', () => {
  const packet = (text: string) => streamBody(`<xdp:xdp>${text}</xdp:xdp>`);
  const config = (render: string) =>
    packet(`<template/><config><dynamicRender>${render}</dynamicRender></config>`);

  it.each([
    ['in packets', '[(template) 6 0 R]', packet('<template/>')],
    ['that says so', '6 0 R', config('forbidden')],
    [
      'that its maker calls dynamic',
      '6 0 R',
      packet('<template><?formServer defaultPDFRenderFormat acrobat9.0dynamic?></template>'),
    ],
    ['without anything', '[]', packet('')],
  ])('removes an XFA form of fixed pages: %s', async (_, xfa, stream) => {
    const { removed, objects, pdf } = await presented(withField(TEXT, `/XFA ${xfa}`, '', '', stream));
    expect(removed).toEqual(['xfa']);
    expect(hasKey(objects, 'XFA')).toBe(false);
    expect(pdf.getPageCount()).toBe(1);
  });

  it('removes an empty XFA form even from a form without fields', async () => {
    const { removed, objects } = await presented(pdfWithCatalog('/AcroForm << /Fields [] /XFA [] >>'));
    expect([removed, hasKey(objects, 'XFA')]).toEqual([['xfa'], false]);
  });

  it.each([
    ['by the catalog', withField(TEXT, '/XFA [(template) 6 0 R]', '', '/NeedsRendering true', packet(''))],
    ['by its settings', withField(TEXT, '/XFA 6 0 R', '', '', config(' required '))],
    ['without fields', pdfWithCatalog('/AcroForm << /Fields [] /XFA 4 0 R >>', packet('<template/>'))],
    [
      'in what cannot be read',
      withField(TEXT, '/XFA 6 0 R', '', '', streamBody('no data', '/Filter /FlateDecode')),
    ],
  ])('refuses an XFA form whose pages are not in the file: %s', async (_, pdf) => {
    expect(await inspectDocument(pdf)).toMatchObject({
      code: 'document_xfa_unsupported',
      message: expect.stringContaining('dynamic XFA form'),
    });
  });
});

describe('scripts of a form', () => {
  it.each([
    ['of a field', withField(`${TEXT} /AA << /K ${SCRIPT} /C ${SCRIPT} >>`, '/CO [4 0 R]')],
    ['of a page', withField(TEXT, '', `/AA << /O ${SCRIPT} >>`)],
    ['of the document', withField(TEXT, '', '', `/AA << /WS ${SCRIPT} >>`)],
    ['when it opens', withField(TEXT, '', '', `/OpenAction ${SCRIPT}`)],
    ['by name', withField(TEXT, '', '', '/Names << /JavaScript << /Names [(a) 6 0 R] >> >>', SCRIPT)],
    ['of a button', withField(`${BUTTON} /A ${SCRIPT}`)],
    ['behind another action', withField(`${BUTTON} /A << /S /Named /N /NextPage /Next [${SCRIPT}] >>`)],
    [
      'of a bookmark',
      withField(TEXT, '', '', `/Outlines << /First 6 0 R >>`, `<< /Title (A) /A ${SCRIPT} >>`),
    ],
  ])('removes a script from a form: %s', async (_, pdf) => {
    const { removed, actions, objects } = await presented(pdf);
    expect(removed).toEqual(['scripts']);
    expect(actions).toEqual([]);
    expect(['JS', 'CO', 'JavaScript'].filter((key) => hasKey(objects, key))).toEqual([]);
  });

  it('refuses a script where it does not belong', async () => {
    expect(await codeOf(pdfWithCatalog(`/Extra ${SCRIPT}`))).toBe('document_has_javascript');
    // The same script hangs on a field and elsewhere.
    expect(await codeOf(withField(`${BUTTON} /A 6 0 R`, '', '', '/Extra 6 0 R', SCRIPT))).toBe(
      'document_has_javascript',
    );
  });
});

describe('buttons of a form', () => {
  it.each([
    ['submits', '/S /SubmitForm /F (https://example.com)'],
    ['resets', '/S /ResetForm'],
    ['imports', '/S /ImportData /F (data.fdf)'],
    ['hides', '/S /Hide /T (City)'],
  ])('keeps a button that %s as a picture', async (_, action) => {
    for (const entry of [`/A << ${action} >>`, `/AA << /U << ${action} >> >>`]) {
      const { removed, actions, objects } = await presented(withField(`${BUTTON} ${entry}`));
      expect({ removed, actions }).toEqual({ removed: ['form_actions'], actions: [] });
      expect(objects.some((each) => each.getString('T')?.asString() === 'Go' && each.has('AP'))).toBe(true);
    }
  });

  it.each([
    ['document_has_launch_action', '/S /Launch /F (calc.exe)'],
    ['document_has_launch_action', `/S /JavaScript /JS (1) /Next << /S /Launch /F (calc.exe) >>`],
    ['document_has_network_path', '/S /GoToR /F (//server/share/a.pdf)'],
    ['document_has_rich_media', '/S /RichMediaExecute'],
  ])('refuses a button as %s', async (code, action) => {
    expect(await codeOf(withField(`${BUTTON} /A << ${action} >>`))).toBe(code);
  });
});

describe('forms of a signed document', () => {
  it.each([
    ['an XFA form', '/XFA [(template) 6 0 R]', '', streamBody('<template/>')],
    ['an empty XFA form', '/XFA []', '', ''],
    ['a script', '', `/OpenAction ${SCRIPT}`, ''],
    ['a button that submits', '', '/Extra << /A << /S /SubmitForm >> >>', ''],
  ])('refuses a signed document instead of removing %s', async (_, form, catalog, stream) => {
    expect(await codeOf(withField(SIGNED, form, '', catalog, stream || '<< >>'))).toBe(
      'document_signed_unchangeable',
    );
  });
});
