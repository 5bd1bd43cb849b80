import { PDF } from '@libpdf/core';
import {
  annotatedPdf,
  imagePdf,
  layeredPdf,
  openingPdf,
  pdfWithCatalog,
  pdfWithFile,
} from '../../../test/support/pdf-samples.js';
import { activeContent } from './active-content.js';
import { inspectDocument } from './inspect-document.js';

const found = async (pdf: Buffer) => activeContent(await PDF.load(pdf));

const HIDDEN = '/View << /ViewState /OFF >>';
const PRINTED = '/Print << /PrintState /ON >>';
const NOT_PRINTED = '/Print << /PrintState /OFF >>';
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

describe('active content', () => {
  it.each([
    ['document_has_javascript', 'where it does not belong', pdfWithCatalog(`/Extra ${SCRIPT}`)],
    [
      'document_has_javascript',
      'as soon as a 3D model is shown',
      annotatedPdf('/Subtype /3D /3DD << /Type /3D /Subtype /U3D /OnInstantiate 5 0 R >>'),
    ],
    ['document_has_launch_action', 'when it opens', openingPdf('/S /Launch /F (calc.exe)')],
    ['document_has_program', 'attached', pdfWithFile('invoice.pdf.exe')],
    ['document_has_submit_action', 'when it opens', openingPdf('/S /SubmitForm /F (https://example.com)')],
    [
      'document_has_submit_action',
      'in a link',
      annotatedPdf('/Subtype /Link /A << /S /SubmitForm /F << /FS /URL /F (https://example.com) >> >>'),
    ],
    ['document_has_import_action', 'when it opens', openingPdf('/S /ImportData /F (data.fdf)')],
    [
      'document_has_network_path',
      'of Windows',
      openingPdf('/S /GoToR /F (\\\\\\\\server\\\\share\\\\a.pdf)'),
    ],
    ['document_has_network_path', 'of PDF', openingPdf('/S /GoToR /F << /UF (//server/share/a.pdf) >>')],
    ['document_has_network_path', 'as an address', openingPdf('/S /GoToE /F (file://server/share/a.pdf)')],
    ['document_has_network_path', 'in an address', openingPdf('/S /GoToR /F (file:////server/share/a.pdf)')],
    [
      'document_has_network_path',
      'of Windows in an address',
      openingPdf('/S /GoToE /F (file:///\\\\\\\\server\\\\share\\\\a.pdf)'),
    ],
    ['document_has_network_path', 'encoded', openingPdf('/S /GoToR /F (file:///%5C%5cserver/a.pdf)')],
    ['document_has_network_path', 'by its kind', openingPdf('/S /GoToR /F << /FS /URL /F (a.pdf) >>')],
    ['document_has_script_link', 'as written', openingPdf('/S /URI /URI (javascript:alert\\(1\\))')],
    [
      'document_has_script_link',
      'in disguise',
      annotatedPdf('/Subtype /Link /A << /S /URI /URI ( Java\\tScript:alert\\(1\\)) >>'),
    ],
    ['document_has_script_link', 'as a base', pdfWithCatalog('/URI << /Base (javascript:) >>')],
    ['document_has_rich_media', 'on a page', annotatedPdf('/Subtype /RichMedia')],
    ['document_has_rich_media', 'as a model', annotatedPdf('/Subtype /3D /AP << /N 5 0 R >>')],
    ['document_has_rich_media', 'as an action', openingPdf('/S /RichMediaExecute')],
    ['document_is_portfolio', '', pdfWithCatalog('/Collection << /View /D >>')],
    ['document_prints_differently', 'by its usage', layeredPdf(`${HIDDEN} ${PRINTED}`)],
    ['document_prints_differently', 'hidden at first', layeredPdf(PRINTED, '/OFF [4 0 R]')],
    ['document_prints_differently', 'all hidden at first', layeredPdf(PRINTED, '/BaseState /OFF')],
    ['document_prints_differently', 'hidden on screens only', layeredPdf(HIDDEN)],
    [
      'document_prints_differently',
      'while a layer is not printed',
      layeredPdf(NOT_PRINTED, '', '/Type /OCMD /OCGs 4 0 R /P /AllOff'),
    ],
    [
      'document_prints_differently',
      'by an expression',
      layeredPdf(NOT_PRINTED, '', '/Type /OCMD /VE [/And 4 0 R [/Not 4 0 R]]'),
    ],
    [
      'document_prints_differently',
      'as an annotation',
      annotatedPdf('/Subtype /Stamp /F 36 /AP << /N 5 0 R >>'),
    ],
    [
      'document_prints_differently',
      'as text that readers draw',
      annotatedPdf('/Subtype /FreeText /F 36 /Contents (Not 100 but 1000) /DA (/Helv 9 Tf 0 g)'),
    ],
    [
      'document_prints_differently',
      'as a value that readers draw',
      annotatedPdf('/Subtype /Widget /F 36 /FT /Tx /Parent << /T (sum) /V (1000) >>'),
    ],
    [
      'document_prints_differently',
      'as the colour of a field',
      annotatedPdf('/Subtype /Widget /F 36 /FT /Tx /MK << /BG [0] >>'),
    ],
    [
      'document_prints_differently',
      'as an alternate image',
      imagePdf('/Alternates [<< /Image 4 0 R /DefaultForPrinting true >>]'),
    ],
    [
      'document_prints_differently',
      'as an image while a layer is not printed',
      layeredPdf(NOT_PRINTED, '', '/OC 4 0 R /Alternates [<< /Image 3 0 R >>]'),
    ],
    ['document_prints_differently', 'as PostScript', imagePdf('/PrintsInstead << /Subtype /PS >>')],
  ])('refuses a document as %s: %s', async (code, _, pdf) => {
    expect(await found(pdf)).toBe(code);
    expect(await inspectDocument(pdf)).toMatchObject({ ok: false, code, message: expect.any(String) });
  });

  it.each([
    ['links inside the document', openingPdf('/S /GoTo /D [3 0 R /Fit]')],
    [
      'links to pages on the web',
      annotatedPdf('/Subtype /Link /A << /S /URI /URI (https://example.com/) >>'),
    ],
    ['links to a neighbouring file', openingPdf('/S /GoToR /F (appendix.pdf) /D [0 /Fit]')],
    ['links to a file on this computer', openingPdf('/S /GoToR /F (file:///C:/a/appendix.pdf) /D [0 /Fit]')],
    [
      'a link whose text mentions scripts',
      annotatedPdf('/Subtype /Link /Contents (javascript: the good parts)'),
    ],
    ['attachments that are not programs', pdfWithFile('prices.csv')],
    ['layers that are shown', layeredPdf(PRINTED)],
    ['layers that are shown but not printed', layeredPdf(NOT_PRINTED)],
    ['layers that are neither shown nor printed', layeredPdf('', '/OFF [4 0 R]')],
    [
      'empty fields that would only be printed',
      annotatedPdf('/Subtype /Widget /F 36 /FT /Tx /V () /MK << /R 0 /BG [] >>'),
    ],
    ['alternate images for a screen', imagePdf('/Alternates [<< /Image 4 0 R /DefaultForPrinting false >>]')],
    ['annotations that are shown and printed', annotatedPdf('/Subtype /Stamp /F 4 /AP << /N 5 0 R >>')],
  ])('accepts %s', async (_, pdf) => {
    expect(await found(pdf)).toBeNull();
    expect(await inspectDocument(pdf)).toMatchObject({ ok: true });
  });
});
