import { PDF } from '@libpdf/core';
import {
  assemblePdf,
  ONE_PAGE,
  PAGE_TREE,
  pdfWithCatalog,
  streamBody,
} from '../../../test/support/pdf-samples.js';
import { activeContent } from './active-content.js';
import { inspectDocument } from './inspect-document.js';

const found = async (pdf: Buffer) => activeContent(await PDF.load(pdf));

const opening = (action: string) => pdfWithCatalog(`/OpenAction << ${action} >>`);

const annotated = (annotation: string) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources', '/Annots [4 0 R] /Resources'),
    `<< /Type /Annot /Rect [0 0 9 9] ${annotation} >>`,
    streamBody('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
  ]);

const layered = (usage: string, configuration = '', membership = '') =>
  pdfWithCatalog(
    `/OCProperties << /OCGs [4 0 R] /D << ${configuration} >> >> /Membership << ${membership} >>`,
    `<< /Type /OCG /Name (Layer) /Usage << ${usage} >> >>`,
  );

const HIDDEN = '/View << /ViewState /OFF >>';
const PRINTED = '/Print << /PrintState /ON >>';
const NOT_PRINTED = '/Print << /PrintState /OFF >>';
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const attached = (name: string) =>
  pdfWithCatalog(
    '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
    `<< /Type /Filespec /F (${name}) /EF << /F 5 0 R >> >>`,
    streamBody('MZ'),
  );

describe('active content', () => {
  it.each([
    ['document_has_javascript', 'when it opens', pdfWithCatalog(`/OpenAction ${SCRIPT}`)],
    [
      'document_has_javascript',
      'by name',
      pdfWithCatalog('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', SCRIPT),
    ],
    ['document_has_launch_action', 'when it opens', opening('/S /Launch /F (calc.exe)')],
    ['document_has_program', 'attached', attached('invoice.pdf.exe')],
    ['document_has_submit_action', 'when it opens', opening('/S /SubmitForm /F (https://example.com)')],
    [
      'document_has_submit_action',
      'on a button',
      annotated('/Subtype /Widget /A << /S /SubmitForm /F << /FS /URL /F (https://example.com) >> >>'),
    ],
    ['document_has_import_action', 'when it opens', opening('/S /ImportData /F (data.fdf)')],
    ['document_has_network_path', 'of Windows', opening('/S /GoToR /F (\\\\\\\\server\\\\share\\\\a.pdf)')],
    ['document_has_network_path', 'of PDF', opening('/S /GoToR /F << /UF (//server/share/a.pdf) >>')],
    ['document_has_network_path', 'as an address', opening('/S /GoToE /F (file://server/share/a.pdf)')],
    ['document_has_network_path', 'by its kind', opening('/S /GoToR /F << /FS /URL /F (a.pdf) >>')],
    ['document_has_script_link', 'as written', opening('/S /URI /URI (javascript:alert\\(1\\))')],
    [
      'document_has_script_link',
      'in disguise',
      annotated('/Subtype /Link /A << /S /URI /URI ( Java\\tScript:alert\\(1\\)) >>'),
    ],
    ['document_has_script_link', 'as a base', pdfWithCatalog('/URI << /Base (javascript:) >>')],
    ['document_has_rich_media', 'on a page', annotated('/Subtype /RichMedia')],
    ['document_has_rich_media', 'as an action', opening('/S /RichMediaExecute')],
    ['document_is_portfolio', '', pdfWithCatalog('/Collection << /View /D >>')],
    ['document_prints_differently', 'by its usage', layered(`${HIDDEN} ${PRINTED}`)],
    ['document_prints_differently', 'hidden at first', layered(PRINTED, '/OFF [4 0 R]')],
    ['document_prints_differently', 'all hidden at first', layered(PRINTED, '/BaseState /OFF')],
    ['document_prints_differently', 'hidden on screens only', layered(HIDDEN)],
    [
      'document_prints_differently',
      'while a layer is not printed',
      layered(NOT_PRINTED, '', '/Type /OCMD /OCGs 4 0 R /P /AllOff'),
    ],
    [
      'document_prints_differently',
      'by an expression',
      layered(NOT_PRINTED, '', '/Type /OCMD /VE [/And 4 0 R [/Not 4 0 R]]'),
    ],
    [
      'document_prints_differently',
      'as an annotation',
      annotated('/Subtype /Stamp /F 36 /AP << /N 5 0 R >>'),
    ],
  ])('is refused as %s: %s', async (code, _, pdf) => {
    expect(await found(pdf)).toBe(code);
    expect(await inspectDocument(pdf)).toMatchObject({ ok: false, code, message: expect.any(String) });
  });

  it.each([
    ['links inside the document', opening('/S /GoTo /D [3 0 R /Fit]')],
    ['links to pages on the web', annotated('/Subtype /Link /A << /S /URI /URI (https://example.com/) >>')],
    ['links to a file beside it', opening('/S /GoToR /F (appendix.pdf) /D [0 /Fit]')],
    [
      'a link whose text mentions scripts',
      annotated('/Subtype /Link /Contents (javascript: the good parts)'),
    ],
    ['attachments that are no programs', attached('prices.csv')],
    ['layers that are shown', layered(PRINTED)],
    ['layers that are shown but not printed', layered(NOT_PRINTED)],
    ['layers that are neither shown nor printed', layered('', '/OFF [4 0 R]')],
    ['annotations that are shown and printed', annotated('/Subtype /Stamp /F 4 /AP << /N 5 0 R >>')],
  ])('does not include %s', async (_, pdf) => {
    expect(await found(pdf)).toBeNull();
    expect(await inspectDocument(pdf)).toMatchObject({ ok: true });
  });
});
