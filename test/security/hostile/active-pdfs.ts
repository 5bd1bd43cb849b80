import {
  annotatedPdf,
  assemblePdf,
  layeredPdf,
  ONE_PAGE,
  openingPdf,
  PAGE_TREE,
  pdfWithCatalog,
  pdfWithFile,
  streamBody,
} from '../../support/pdf-samples.js';
import { hostile, type HostileFile } from './hostile-file.js';

/** PDFs that would act when opened, or show something other than they print. Scripts are removed. */
export const ACTIVE_PDFS: readonly HostileFile[] = [
  hostile('script when it opens', () => openingPdf('/S /JavaScript /JS (app.alert\\(1\\))')),
  hostile('script with its name in hexadecimal', () =>
    openingPdf('/#53 /Java#53cript /J#53 (app.alert\\(1\\))'),
  ),
  hostile('script in a stream behind a chain of actions', () =>
    pdfWithCatalog(
      '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [ << /S /JavaScript /JS 4 0 R >> ] >>',
      streamBody('app.alert(1)'),
    ),
  ),
  hostile('script when a page is shown', () =>
    assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE,
      ONE_PAGE.replace('/Resources', '/AA << /O << /S /JavaScript /JS (1) >> >> /Resources'),
    ]),
  ),
  hostile(
    'script where none belongs',
    () => pdfWithCatalog('/Extra << /S /JavaScript /JS (1) >>'),
    'document_has_javascript',
  ),
  hostile(
    'program that is started',
    () => openingPdf('/S /Launch /F (calc.exe)'),
    'document_has_launch_action',
  ),
  hostile('program that is attached', () => pdfWithFile('invoice.pdf.exe'), 'document_has_program'),
  hostile(
    'form that is sent',
    () => openingPdf('/S /SubmitForm /F (https://a.test)'),
    'document_has_submit_action',
  ),
  hostile(
    'data that is imported',
    () => openingPdf('/S /ImportData /F (a.fdf)'),
    'document_has_import_action',
  ),
  hostile(
    'file on another computer',
    () => openingPdf('/S /GoToR /F (\\\\\\\\a.test\\\\share\\\\a.pdf)'),
    'document_has_network_path',
  ),
  hostile(
    'link that runs a script',
    () => annotatedPdf('/Subtype /Link /A << /S /URI /URI (java\\tscript:alert\\(1\\)) >>'),
    'document_has_script_link',
  ),
  hostile('rich media', () => annotatedPdf('/Subtype /RichMedia'), 'document_has_rich_media'),
  hostile('portfolio', () => pdfWithCatalog('/Collection << /View /D >>'), 'document_is_portfolio'),
  hostile(
    'layer that only printers show',
    () => layeredPdf('/View << /ViewState /OFF >> /Print << /PrintState /ON >>'),
    'document_prints_differently',
  ),
  hostile(
    'layer that is hidden at first',
    () => layeredPdf('/Print << /PrintState /ON >>', '/OFF [4 0 R]'),
    'document_prints_differently',
  ),
  hostile(
    'XFA form',
    () => pdfWithCatalog('/AcroForm << /Fields [] /XFA 4 0 R >>', streamBody('<xdp:xdp/>')),
    'document_xfa_unsupported',
  ),
  hostile('metadata with exploding entities', () =>
    pdfWithCatalog(
      '/Metadata 4 0 R',
      streamBody(
        `<!DOCTYPE a [<!ENTITY a "ha">${'bcdefghij'
          .split('')
          .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)
          .join('')}]><x:xmpmeta>&j;</x:xmpmeta>`,
        '/Type /Metadata /Subtype /XML',
      ),
    ),
  ),
];
