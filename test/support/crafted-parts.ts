import { type Listing } from './crafted-pdf.js';
import { streamBody } from './pdf-samples.js';
import {
  CONTENT,
  type Craft,
  fieldOver,
  FONT,
  FREE,
  NEW,
  ofCatalog,
  ofForm,
  OTHER,
  PAGE,
  replacing,
  withObjects,
} from './sealed-update.js';

/** Updates of the small parts of a sealed document that decide what it shows or does. */
export const PARTS: Record<string, Craft> = {
  'a map from codes to other characters': withObjects(() => ({
    5: FONT.replace('>>', `/ToUnicode ${FREE} 0 R >>`),
    [FREE]: streamBody(
      '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <31> <0039> endbfchar',
    ),
  })),
  'an encoding that swaps digits': withObjects(() => ({
    5: FONT.replace('>>', '/Encoding << /Differences [49 /nine] >> >>'),
  })),
  'a font of drawings under the same name': withObjects(() => ({
    5: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /one ${FREE} 0 R >> /Encoding << /Differences [49 /one] >> /FirstChar 49 /LastChar 49 /Widths [1] >>`,
    [FREE]: streamBody('1 0 d0 0 0 1 1 re f'),
  })),
  'other widths': withObjects(() => ({
    5: FONT.replace('>>', '/FirstChar 48 /LastChar 49 /Widths [0 0] >>'),
  })),
  'resources of its own': withObjects(({ page }) => ({
    3: `<< ${page.replace('/F1 5 0 R', `/F1 ${FREE} 0 R`)} >>`,
    [FREE]: FONT.replace('Helvetica', 'ZapfDingbats'),
  })),
  'a turned page': withObjects(({ page }) => ({ 3: `<< ${page} /Rotate 180 >>` })),
  'a page in other units': withObjects(({ page }) => ({ 3: `<< ${page} /UserUnit 10 >>` })),
  'a smaller page': withObjects(({ page }) => ({ 3: `<< ${page} /CropBox [0 0 100 100] >>` })),
  'attributes above the page': withObjects(({ dictionary }) => ({
    2: `<< ${dictionary(2)} /Rotate 90 /CropBox [0 0 100 100] >>`,
  })),
  'resources above the page': withObjects(({ dictionary }) => ({
    2: `<< ${dictionary(2)} /Resources << /XObject << /More ${FREE} 0 R >> >> >>`,
    [FREE]: streamBody(NEW, '/Type /XObject /Subtype /Form /BBox [0 0 600 400]'),
  })),
  'a node between the pages and their parent': withObjects(({ dictionary }) => ({
    2: `<< ${dictionary(2).replace(/\/Kids\s*\[[^\]]*\]/, `/Kids [${OTHER} 0 R]`)} >>`,
    [OTHER]: `<< ${dictionary(2)} /Parent 2 0 R /Rotate 180 /CropBox [0 0 600 250] >>`,
  })),
  'another parent of the page': withObjects(({ page }) => ({
    3: `<< ${page.replace('/Parent 2 0 R', `/Parent ${OTHER} 0 R`)} >>`,
    [OTHER]: '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 180 >>',
  })),
  'a page with a transparent group': withObjects(({ page }) => ({
    3: `<< ${page} /Group << /S /Transparency /I true /K true >> >>`,
  })),
  'a page that plays on': withObjects(({ page }) => ({ 3: `<< ${page} /Dur 1 /Trans << /S /Wipe >> >>` })),
  'a page with an action': withObjects(({ page }) => ({
    3: `<< ${page} /AA << /O << /S /Named /N /NextPage >> >> >>`,
  })),
  'a page whose type is spelled twice': withObjects(({ page }) => ({
    3: `<< /#54ype /Template ${page} >>`,
  })),
  'a page tree with the page twice': withObjects(() => ({
    2: '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
  })),
  'a page tree that leads to another tree': withObjects(({ page }) => ({
    2: `<< /Type /Pages /Kids [${OTHER} 0 R] /Count 1 >>`,
    [OTHER]: `<< /Type /Pages /Parent 2 0 R /Kids [3 0 R 202 0 R] /Count 1 >>`,
    202: `<< ${page.replace('4 0 R', `${FREE} 0 R`)} >>`,
    [FREE]: streamBody(NEW),
  })),
  'layers that hide the content': ofCatalog(
    `/OCProperties << /OCGs [${FREE} 0 R] /D << /OFF [${FREE} 0 R] >> >>`,
    { [FREE]: '<< /Type /OCG /Name (x) >>' },
  ),
  'a page shown first': ofCatalog('/OpenAction [3 0 R /FitR 0 0 9 9]'),
  'an action at opening': ofCatalog('/OpenAction << /S /JavaScript /JS (this.getField) >>'),
  'actions of the document': ofCatalog('/AA << /WP << /S /JavaScript /JS (x) >> >>'),
  'scripts by name': ofCatalog('/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >> >>'),
  'attached files': ofCatalog('/Names << /EmbeddedFiles << /Names [] >> >>'),
  'destinations by name': ofCatalog('/Dests << /a [3 0 R /Fit] >>'),
  'another page layout': ofCatalog('/PageLayout /TwoPageRight'),
  'other numbers of pages': ofCatalog('/PageLabels << /Nums [0 << /S /r /St 9 >>] >>'),
  'preferences of the viewer': ofCatalog('/ViewerPreferences << /ViewArea /ArtBox /PrintScaling /None >>'),
  'a collection': ofCatalog('/Collection << /View /H >>'),
  bookmarks: ofCatalog(`/Outlines ${FREE} 0 R`, { [FREE]: '<< /Type /Outlines >>' }),
  requirements: ofCatalog('/Requirements [<< /S /EnableJavaScripts >>]'),
  'a form in XML': ofForm('/XFA (<x/>)'),
  'an order of calculations': ofForm('/CO []'),
  'fields to be drawn anew': ofForm('/NeedAppearances true'),
  'permissions that name no signature': ofCatalog('/Perms << /DocMDP << /Type /Sig /Contents <00> >> >>'),
  'validation data and pages': ofCatalog(`/DSS << /Type /DSS >> /Pages ${FREE} 0 R`, {
    [FREE]: `<< /Type /Pages /Kids [${OTHER} 0 R] /Count 1 >>`,
    [OTHER]: `<< ${PAGE.replace('2 0 R', `${FREE} 0 R`).replace('4 0 R', '202 0 R')} >>`,
    202: streamBody(NEW),
  }),
  'a key of the catalog spelled otherwise': ofCatalog(`/P#61ges ${FREE} 0 R`, {
    [FREE]: '<< /Type /Pages /Kids [] /Count 0 >>',
  }),
  'a table that frees the content, which stands there': replacing(({ file, trailer }) => {
    file.end(file.table({ [CONTENT]: 'free' }, trailer));
  }),
  'a cross-reference stream out of order': replacing(({ file, trailer }, changed) => {
    file.end(file.references(FREE, { [OTHER]: file.object(OTHER, 'null'), [CONTENT]: changed }, trailer));
  }),
  'an object stream that extends another': ({ file, trailer, page }) => {
    const first = file.objectStream(FREE, [[3, `<< ${page.replace('4 0 R', '202 0 R')} >>`]]);
    const objects: Record<number, Listing> = {
      202: file.stream(202, NEW),
      [FREE]: first,
      [OTHER]: file.stream(OTHER, '', `/Type /ObjStm /N 0 /First 0 /Extends ${FREE} 0 R`),
    };
    file.end(file.references(203, objects, trailer));
  },
  'an object behind the end': ({ file, trailer }) => {
    file.end(file.table([], trailer));
    file.stream(CONTENT, NEW);
  },
  'an object in a comment behind the end': ({ file, trailer }) => {
    file.end(file.table([], trailer));
    file.add(`%\r${CONTENT} 0 obj<< /Length ${NEW.length} >>stream\r\n${NEW}\nendstream endobj\n`);
  },
  'a second header': ({ file, trailer }) => {
    file.add('%PDF-1.7\n');
    file.end(file.table({ [CONTENT]: file.stream(CONTENT, NEW) }, trailer));
  },
  'a field with the signature of the seal, drawn over the page': fieldOver(
    ({ signature }) => `/FT /Sig /V ${signature}`,
  ),
  'another place of the seal, drawn over the page': fieldOver(({ seal }) => `/Parent ${seal} 0 R`),
  'a field that shows something else': fieldOver(() => '/FT /Tx /V (Rent: 9000)'),
  'a field of no kind': fieldOver(() => ''),
};
