import { deflateSync } from 'node:zlib';
import { ONE, OTHER } from './crafted-pdfs.js';
import { CATALOG, FONT, page, PAGES, RawFile } from './raw-pdf.js';

const at = (words: string, x: string | number, y: string | number) =>
  `BT /F1 24 Tf ${x} ${y} Td (${words}) Tj ET`;
const OTHER_CONTENT = at(OTHER, 72, 600);
const [one, other] = [at(ONE, 72, 700), at(OTHER, 72, 600)];

/** A page with this content. */
function saying(content: string, entries = ''): Buffer {
  const stream = `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const written = new RawFile();
  [CATALOG, PAGES, page(), FONT, stream].forEach((body, index) => written.object(index + 1, body));
  return written.plain();
}

/** Content that is malformed, and that programs mend each in its own way (ISO 32000-2 §7.8.2). */
export function craftedContents(): Record<string, Buffer> {
  const numbers = [
    '7-00',
    '-+50',
    '+-50',
    '50-',
    '5.0.0',
    '5e1',
    '0x32',
    '4294967346',
    '50,0',
    '- 50',
    '5_0',
  ];
  const contents = {
    ...Object.fromEntries(numbers.map((each) => [`a number as ${each}`, `${one} ${at('9000', each, 600)}`])),
    'a number of 300 digits': `${one} ${at('9000', `50.${'0'.repeat(300)}`, 600)}`,
    'too many operands': `${one} ${at('9000', '50 600 7', 8)}`,
    'too few operands': `${one} BT /F1 24 Tf 300 Td (9000) Tj ET`,
    'operands of other types': `${one} ${at('9000', '(50)', 600)}`,
    'forty operands': `${one} ${'1 '.repeat(40)} n ${other}`,
    'texts in a string': `${one} BT /F1 24 Tf 72 600 Td (9000) TJ ET`,
    'texts in an array of arrays': `${one} BT /F1 24 Tf 72 600 Td [[(9000)]] TJ ET`,
    'an array without an end': `${one} BT /F1 24 Tf 72 600 Td [(9000) TJ ET 72 500 100 30 re f`,
    'a string without an end': `${one} ET (abc ${other}`,
    'a character beyond a byte': `${one} BT /F1 24 Tf 72 600 Td (\\471\\460) Tj ET`,
    'digits that are none': `${one} BT /F1 24 Tf 72 600 Td <39(30)30> Tj ET`,
    'a stray parenthesis': `${one} ) ${other}`,
    'a stray bracket': `${one} ] ${other}`,
    'a dictionary without an end': `${one} << ${other}`,
    'an unknown operator': `${one} 1 0 0 rg0 g ${other}`,
    'an operator of 300 characters': `${one} ${'x'.repeat(300)} ${other}`,
    'operators in one word': `${one.slice(0, -3)} ETBT /F1 24 Tf 72 600 Td (9000) Tj ET`,
    'a state that was not saved': `Q 1 0 0 1 0 50 cm Q ${one}`,
    'a path without a beginning': `72 600 l 172 600 l 172 630 l f ${one}`,
    'a clip without a path': `W n ${one}`,
    'a clip before its path': `q W 0 650 595 192 re n ${one} ${other} Q`,
    'a clip across a restored state': `q 0 0 595 650 re W Q n ${one} ${other}`,
    'a clip that is never applied': `q 0 0 595 650 re W ${one} ${other}`,
    'a path across a restored state': `q 72 500 100 30 re Q f ${one}`,
    'a path across a saved state': `72 500 m q 172 500 l 172 530 l Q f ${one}`,
    'a path across a text': `72 500 100 30 re ${one} f`,
    'a clip before something drawn': `q 0 650 595 192 re W ${one} n ${at(OTHER, 72, 660)} Q`,
    'a line of a width below zero': `-5 w 72 500 m 272 600 l S ${one}`,
    'dashes of lengths below zero': `[-5 5] 0 d 10 w 72 500 m 272 500 l S ${one}`,
    'dashes without lengths': `[0 0] 0 d 10 w 72 500 m 272 500 l S ${one}`,
    'a line that ends in an unknown way': `5 J 30 w 72 500 m 272 500 l S ${one}`,
    'a closed path of one point': `2 J 30 w 72 500 m h S ${one}`,
    'text in an unknown mode': `BT 3.5 Tr /F1 24 Tf 72 700 Td (100) Tj ET ${other}`,
    'a colour of too few components': `1 g 0 0 rg ${one} 0 g ${other}`,
    'a colour of too many components': `/DeviceGray cs 1 0 0 scn ${one} 0 g ${other}`,
    'resources that are not there': `/Foo gs /Foo Do /Foo sh /Foo cs 1 scn ${one} 0 g ${other}`,
    'properties that are none': `${one} /Span << /a /b /c >> BDC ${other} EMC`,
    'an end of the stream among the operators': `${one} endstream ${other}`,
    'a drawing within a text': 'BT /F1 24 Tf 72 700 Td (100) Tj 72 500 100 30 re f (9) Tj ET',
  };
  const hex = Buffer.from(one).toString('hex');
  return {
    ...named(),
    ...layered(),
    ...glyphs(),
    ...coloured(),
    ...Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, saying(content)])),
    'content in digits that are none': saying(
      `${hex}0a (${Buffer.from(other).toString('hex')}>`,
      '/Filter /ASCIIHexDecode',
    ),
    'content that is cut off': saying(
      deflateSync(`${one} ${other}`).subarray(0, -12).toString('latin1'),
      '/Filter /FlateDecode',
    ),
  };
}

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >>';
const stream = (content: string, entries = '') =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Objects from number 1 on. */
function file(...bodies: string[]): Buffer {
  const written = new RawFile();
  bodies.forEach((body, index) => written.object(index + 1, body));
  return written.plain();
}

/** Names that some programs cut off (ISO 32000-2 §7.3.5). */
function named(): Record<string, Buffer> {
  const forms = (used: string, other: string) =>
    file(
      CATALOG,
      PAGES,
      page().replace('/Font', `/XObject << /${used} 6 0 R /${other} 7 0 R >> /Font`),
      FONT,
      stream(`${one} /${used} Do`),
      stream('', FORM),
      stream(OTHER_CONTENT, FORM),
    );
  const long = 'N'.repeat(127);
  return {
    'a key that ends with NUL': file(
      CATALOG,
      PAGES,
      page().replace(/ >>$/, ' /Contents#00 6 0 R >>'),
      FONT,
      stream(one),
      stream(OTHER_CONTENT),
    ),
    'a resource whose name ends with NUL': forms('X', 'X#00'),
    'resources with long names': forms(`${long}A`, `${long}B`),
  };
}

/** Layers that programs hide by different rules (ISO 32000-2 §8.11). */
function layered(): Record<string, Buffer> {
  const hiding = (layer: string, configuration: string, ...more: string[]) =>
    file(
      `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [${more.length > 0 ? '7 0 R 8 0 R' : '6 0 R'}] /D << ${configuration} >> >> >>`,
      PAGES,
      page().replace('/Font', '/Properties << /L 6 0 R >> /Font'),
      FONT,
      stream(`${one} /OC /L BDC 72 500 200 40 re f EMC`),
      layer,
      ...more,
    );
  const group = (entries = '') => `<< /Type /OCG /Name (a) ${entries} >>`;
  const member = (entries: string) =>
    hiding(`<< /Type /OCMD ${entries} >>`, '/OFF [7 0 R]', group(), group());
  const usage = (state: string) =>
    group(`/Usage << /View << /ViewState /${state} >> /Print << /PrintState /OFF >> >>`);
  return {
    'a layer that is not for viewing': hiding(usage('OFF'), ''),
    'a layer that is hidden and for viewing': hiding(usage('ON'), '/OFF [6 0 R]'),
    'a layer without a type': hiding('<< /Name (a) >>', '/OFF [6 0 R]'),
    'content of all layers': member('/OCGs [7 0 R 8 0 R] /P /AllOn'),
    'content of layers that are hidden': member('/OCGs [7 0 R 8 0 R] /P /AnyOff'),
    'content of an expression': member('/VE [/And 7 0 R 8 0 R]'),
    'content of an expression that is negated': member('/OCGs 7 0 R /VE [/Not 8 0 R]'),
    'content of no layer': member('/OCGs [null]'),
  };
}

/** Fonts that are not embedded, whose names of glyphs programs understand differently (ISO 32000-2 §9.6.5). */
function glyphs(): Record<string, Buffer> {
  const named = (font: string, entries: string, text = '(AAAA)') =>
    file(
      CATALOG,
      PAGES,
      page().replace('/F1 4 0 R', '/F1 4 0 R /F2 6 0 R'),
      FONT,
      stream(`${one} BT /F2 24 Tf 72 600 Td ${text} Tj ET`),
      `<< /Type /Font ${font} /Encoding ${entries} >>`,
    );
  const HELVETICA = '/Subtype /Type1 /BaseFont /Helvetica';
  const names = [
    'G39',
    'c57',
    'a57',
    '57',
    'nine.alt',
    'one_two',
    'uni00390030',
    'uniD835',
    'foo',
    'a121',
    '.notdef',
  ];
  const win = (differences: string) => `<< /BaseEncoding /WinAnsiEncoding /Differences [${differences}] >>`;
  return {
    ...Object.fromEntries(
      names.map((name) => [`a glyph named ${name}`, named(HELVETICA, win(`65 /${name}`))]),
    ),
    'a glyph named G39 of a TrueType font': named('/Subtype /TrueType /BaseFont /Arial', win('65 /G39')),
    'a glyph named foo of Times': named('/Subtype /Type1 /BaseFont /Times-Roman', win('65 /foo')),
    'glyphs named from a code beyond the last': named(HELVETICA, win('65 /nine 256 /two')),
    'glyphs named from a code in text': named(HELVETICA, win('(65) /nine')),
    'an encoding for experts': named(HELVETICA, '/MacExpertEncoding', '<30313233>'),
    'letters of a font of symbols': named('/Subtype /Type1 /BaseFont /Symbol', '/WinAnsiEncoding', '(Rent)'),
  };
}

/** Definitions of device colours, with which some programs draw and others do not (ISO 32000-2 §8.6.5.6). */
export function coloured(): Record<string, Buffer> {
  const defining = (name: string, colors: string, operator: string, contents = `${operator} ${one}`) =>
    file(
      CATALOG,
      PAGES,
      page().replace('/Font', `/ColorSpace << /Default${name} ${colors} >> /Font`),
      FONT,
      stream(`${contents} 72 500 100 30 re f`),
      stream('{ pop pop pop pop 1 }', '/FunctionType 4 /Domain [0 1 0 1 0 1 0 1] /Range [0 1]'),
    );
  const white = '/WhitePoint [0.95 1 1.09]';
  const swapped = '/Matrix [0 0 1 0 1 0 1 0 0]';
  return {
    'greys that are nearly white': defining('Gray', `[/CalGray << ${white} /Gamma 0.1 >>]`, '0.3 g'),
    'colours that are others': defining('RGB', `[/CalRGB << ${white} ${swapped} >>]`, '1 0 0 rg'),
    'inks that are others': defining('CMYK', '[/DeviceN [/C /M /Y /K] /DeviceGray 6 0 R]', '0 0 0 1 k'),
    'greys that are defined and named': defining(
      'Gray',
      `[/CalGray << ${white} /Gamma 0.1 >>]`,
      '/DefaultGray cs 0.3 scn',
    ),
  };
}
