import { deflateSync } from 'node:zlib';
import { ONE, OTHER } from './crafted-pdfs.js';
import { CATALOG, FONT, inUse, page, PAGES, RawFile, saying } from './raw-pdf.js';

const [one, other] = [ONE, OTHER].map(
  (words, index) => `BT /F1 24 Tf 72 ${700 - 100 * index} Td (${words}) Tj ET`,
);
/** Shows 1 as 9, so that '100' becomes '900'. */
const NINES = FONT.replace(' >>', ' /Encoding << /Differences [49 /nine] >> >>');
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]';
const WITH_FONT = '/Resources << /Font << /F1 4 0 R >> >>';
const IMAGE = '/Type /XObject /Subtype /Image';

/** A stream of this content, with further entries in its dictionary. */
const stream = (content: string, entries = '') =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Objects from number 1 on. */
function file(...bodies: string[]): Buffer {
  const written = new RawFile();
  bodies.forEach((body, index) => written.object(index + 1, body));
  return written.plain();
}

/**
 * Files that all programs read as the same objects, and put together or draw differently: pages that inherit, streams
 * with abbreviated keys, and content without resources of its own.
 */
export function craftedPages(): Record<string, Buffer> {
  return { ...inheritance(), ...contents(), ...streams(), ...images(), ...forms(), ...glyphs() };
}

/** Attributes of pages (ISO 32000-2 §7.7.3). */
function inheritance(): Record<string, Buffer> {
  const bare = (entries: string) => `<< /Type /Page /Parent 2 0 R /Contents 5 0 R ${entries} >>`;
  const box = '/MediaBox [0 0 595 842]';
  const node = (entries: string) => `<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R ${entries} >>`;
  const over = '<< /Type /Pages /Kids [6 0 R] /Count 1 >>';
  const listing = (entries: string) => PAGES.replace(' >>', ` ${entries} >>`);
  const nines = '/Resources << /Font << /F1 7 0 R >> >>';
  const elsewhere = (body: string, listed: string, named: string) =>
    file(CATALOG, listed, body.replace('/Parent 2', '/Parent 6'), FONT, saying(ONE), named, NINES);
  const below = (entries: string) =>
    file(CATALOG, over, page(), FONT, stream(`${one} ${other}`), node(entries));
  const own = (entries: string) =>
    file(CATALOG, PAGES, page().replace(' >> >>', ` >> >> ${entries}`), FONT, saying(ONE));
  return {
    'a page with all from its node': file(
      CATALOG,
      listing(`${box} ${WITH_FONT} /Rotate 90 /CropBox [10 10 400 800]`),
      bare(''),
      FONT,
      saying(ONE),
    ),
    'other resources in the node that lists a page': elsewhere(bare(box), listing(nines), node(WITH_FONT)),
    'other resources in the node that a page names': elsewhere(bare(box), listing(WITH_FONT), node(nines)),
    'a crop box in a node that the page does not name': below('/CropBox [0 650 595 842]'),
    'a rotation in a node that the page does not name': below('/Rotate 180'),
    'a parent that is no node': file(
      CATALOG,
      listing(WITH_FONT),
      bare(box).replace('2 0 R', '4 0 R'),
      FONT,
      saying(ONE),
    ),
    'a font only among the resources of the node': file(
      CATALOG,
      listing(WITH_FONT),
      bare(`${box} /Resources << /XObject << /X 6 0 R >> >>`),
      FONT,
      stream(`${one} /X Do`),
      stream(other!, `${FORM} ${WITH_FONT}`),
    ),
    'a rotation of 45 degrees': own('/Rotate 45'),
    'a rotation of 450 degrees': own('/Rotate 450'),
    'a rotation to the left': own('/Rotate -90'),
    'a crop box without an area': own('/CropBox [0 0 0 0]'),
    'a crop box beside the page': own('/CropBox [700 900 800 1000]'),
    'a crop box whose corners are swapped': own('/CropBox [595 842 0 400]'),
    'a unit below zero': own('/UserUnit -2'),
    'a page with kids': file(
      CATALOG,
      PAGES,
      page().replace(' >> >>', ' >> >> /Kids [6 0 R] /Count 1'),
      FONT,
      saying(ONE),
      page('7 0 R').replace('2 0 R', '3 0 R'),
      saying(OTHER),
    ),
  };
}

/** Content in several parts (ISO 32000-2 §7.8.2). */
function contents(): Record<string, Buffer> {
  const parts = (...texts: string[]) =>
    file(CATALOG, PAGES, page('[5 0 R 6 0 R]'), FONT, ...texts.map((text) => stream(text)));
  return {
    'content that is split between operators': parts(`${one}\n`, `${other}\n`),
    'content that is split within a number': parts(`${one} 1`, `0 g ${other}`),
    'content that is split between operators that touch': parts(`q ${one} Q`, `q ${other} Q`),
    'content that is split within a string': parts('BT /F1 24 Tf 72 700 Td (Rent: 1', '00) Tj ET'),
    'content that is split within a name': parts('BT /F', '1 24 Tf 72 700 Td (Rent: 100) Tj ET'),
    'content that is split within a comment': parts(`${one} %`, `${other}\n`),
  };
}

/** The keys of streams (ISO 32000-2 §7.3.8). */
function streams(): Record<string, Buffer> {
  const hex = Buffer.from(one!).toString('hex');
  const encoded = (content: string, entries: string) =>
    file(CATALOG, PAGES, page(), FONT, stream(content, entries));
  const packed = deflateSync(one!).toString('latin1');
  const both = `%${hex}>\n${other}`;
  return {
    'a filter in full and abbreviated': encoded(both, '/Filter [] /F /ASCIIHexDecode'),
    'a filter in full and abbreviated, the other way round': encoded(both, '/Filter /ASCIIHexDecode /F []'),
    'an abbreviated filter': encoded(`${hex}>`, '/F /ASCIIHexDecode'),
    'an abbreviated name of a filter': encoded(`${hex}>`, '/Filter /AHx'),
    'abbreviated parameters': encoded(packed, '/Filter /FlateDecode /DP << /Predictor 1 >>'),
    'parameters in full and abbreviated': encoded(
      `${hex}>`,
      '/Filter /ASCIIHexDecode /DecodeParms << >> /DP << >>',
    ),
    'content in another file': encoded(one!, '/F (other.txt)'),
  };
}

/** Images, as objects and inline (ISO 32000-2 §8.9.5, §8.9.7). */
function images(): Record<string, Buffer> {
  const drawn = 'q 200 0 0 200 72 300 cm /X Do Q';
  const image = (entries: string, data = '\x00\xff\x00\xff') =>
    file(
      CATALOG,
      PAGES,
      page().replace('/Font', '/XObject << /X 6 0 R >> /Font'),
      FONT,
      stream(`${one} ${drawn}`),
      stream(data, `${IMAGE} ${entries}`),
    );
  const inline = (entries: string, data = '\x00\xff\x00\xff') =>
    file(
      CATALOG,
      PAGES,
      page(),
      FONT,
      stream(`${one} q 200 0 0 200 72 300 cm BI ${entries} ID ${data} EI Q`),
    );
  const ending = `EI Q ${other} q`;
  const raw = (data: string) =>
    file(
      CATALOG,
      PAGES,
      page(),
      FONT,
      stream(`${one} q 200 0 0 200 72 300 cm BI /W ${ending.length + 9} /H 1 /BPC 8 /CS /G ID ${data} EI Q`),
    );
  const indexed = (colors: string) => `[/Indexed /DeviceGray 1 <${colors}>]`;
  const size = '/Width 2 /Height 2 /BitsPerComponent 8';
  return {
    'an image': image(`${size} /ColorSpace /DeviceGray`),
    'an image with abbreviated keys': image('/W 2 /H 2 /BPC 8 /CS /DeviceGray /D [1 0]'),
    'an image of two sizes': image(`${size} /W 4 /H 1 /ColorSpace /DeviceGray`),
    'an image in two colour spaces': image(
      `${size} /ColorSpace ${indexed('00ff')} /CS ${indexed('ff00')}`,
      '\x00\x01\x00\x01',
    ),
    'an image decoded in two ways': image(`${size} /ColorSpace /DeviceGray /Decode [0 1] /D [1 0]`),
    'a mask that is one and is not': image(
      `/Width 2 /Height 2 /BitsPerComponent 1 /ImageMask true /IM false`,
    ),
    'an inline image': inline('/W 2 /H 2 /BPC 8 /CS /G'),
    'an inline image of two sizes': inline('/W 2 /Width 4 /H 2 /Height 1 /BPC 8 /CS /G'),
    'an inline image with its end among its data': raw(`\x80\x80\x80\x80 ${ending}${'\x80'.repeat(4)}`),
    'an inline image with fewer data than stated': raw(`\x80 ${ending} \x80\x80`),
    'an inline image with more data than stated': raw(`${'\x80'.repeat(ending.length + 9)}EI\x80 ${ending}`),
    'an inline image in digits with its end among them': inline(
      '/W 2 /H 1 /BPC 8 /CS /G /F /AHx',
      `00ff ${ending} >`,
    ),
    'an inline image in digits': inline('/W 2 /H 2 /BPC 8 /CS /G /F /AHx', '00ff00ff>'),
    'an inline image with a size twice': inline('/W 2 /W 4 /H 2 /H 1 /BPC 8 /CS /G'),
  };
}

/** Forms, patterns and appearances, and their resources (ISO 32000-2 §7.8.3, §8.10). */
function forms(): Record<string, Buffer> {
  const using = (resources: string, ...others: string[]) =>
    file(
      CATALOG,
      PAGES,
      page().replace('/Font', `${resources} /Font`),
      FONT,
      stream(`${one} /X Do`),
      ...others,
    );
  const form = (content: string, entries: string) => stream(content, `${FORM} ${entries}`);
  const calling = '/XObject << /X 6 0 R /Y 7 0 R >>';
  const annotated = (entries: string, content = other!) =>
    file(
      CATALOG,
      PAGES,
      page().replace(' >> >>', ' >> >> /Annots [6 0 R]'),
      FONT,
      saying(ONE),
      '<< /Type /Annot /Subtype /Stamp /Rect [0 0 595 842] /F 4 /AP << /N 7 0 R >> >>',
      form(content, entries),
    );
  const space = '[/Separation /Ink /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>]';
  return {
    'a form': using(calling, form(other!, WITH_FONT), form('', '')),
    'a form without resources': using(calling, form(other!, ''), form('', '')),
    'a form that draws one of the page': using(
      calling,
      form('/Y Do', '/Resources << >>'),
      form(other!, WITH_FONT),
    ),
    'a form in a form that draws one of the page': using(
      calling,
      form('/Z Do', '/Resources << /XObject << /Z 8 0 R >> >>'),
      form(other!, WITH_FONT),
      form('/Y Do', ''),
    ),
    'a form without a box': using(
      '/XObject << /X 6 0 R >>',
      stream(other!, `/Type /XObject /Subtype /Form ${WITH_FONT}`),
    ),
    'a form with an odd matrix': using(
      calling,
      form(other!, `/Matrix [1 0 0 /x 0 0] ${WITH_FONT}`),
      form('', ''),
    ),
    'a form of another file': using(
      calling,
      form(other!, `/Ref << /F (b.pdf) /Page 0 >> ${WITH_FONT}`),
      form('', ''),
    ),
    'a stamp with the font of the page': annotated('/Resources << >>'),
    'a stamp without resources': annotated(''),
    'a stamp with resources': annotated(WITH_FONT, '72 500 300 100 re f'),
    'a colour space with the name of another': file(
      CATALOG,
      PAGES,
      page().replace('/Font', `/ColorSpace << /DeviceGray ${space} >> /Font`),
      FONT,
      stream(`${one} /DeviceGray cs 1 scn ${other}`),
    ),
    // What every object of JavaScript has by nature is found nowhere.
    'a colour space and an operator with odd names': file(
      CATALOG,
      PAGES,
      page().replace('/Font', '/ColorSpace << /constructor /DeviceRGB >> /Font'),
      FONT,
      stream(`${one} /constructor cs 0 0 0 scn BX /F1 toString EX`),
    ),
  };
}

/** Glyphs that are content themselves (ISO 32000-2 §9.6.4). */
function glyphs(): Record<string, Buffer> {
  const font = (entries: string) =>
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [1]
/Encoding << /Differences [65 /space] >> /CharProcs << /space 7 0 R >> ${entries} >>`;
  const typed = (entries: string) =>
    file(
      CATALOG,
      PAGES,
      page().replace('/F1 4 0 R', '/F1 4 0 R /T 6 0 R').replace('/Font', '/XObject << /X 8 0 R >> /Font'),
      FONT,
      stream(`${one} BT /T 1 Tf (A) Tj ET`),
      font(entries),
      stream('1 0 d0 /X Do'),
      stream(other!, `${FORM} ${WITH_FONT}`),
    );
  return {
    'a glyph that draws a form of the page': typed('/Resources << >>'),
    'a glyph that draws a form of its own': typed('/Resources << /XObject << /X 8 0 R >> >>'),
  };
}

/** The same file with an update that signs it, as far as its objects tell. */
export function signedAfterwards(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const [, previous] = /startxref\n(\d+)/.exec(text)!;
  const update = new RawFile(text)
    .object(1, CATALOG.replace(' >>', ' /AcroForm << /Fields [90 0 R] /SigFlags 3 >> >>'))
    .object(90, '<< /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /FT /Sig /T (Approval) /V 91 0 R >>')
    .object(91, '<< /Type /Sig /SubFilter /adbe.pkcs7.detached /ByteRange [0 1 2 3] /Contents <00> >>');
  const at = (number: number) => inUse(update.last.get(number)!);
  return update.table(`1 1\n${at(1)}90 2\n${at(90)}${at(91)}`, `/Size 92 /Root 1 0 R /Prev ${previous}`);
}
