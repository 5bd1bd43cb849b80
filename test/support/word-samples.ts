import { crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const NAMESPACES = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: OFFICE,
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
})
  .map(([prefix, name]) => `xmlns:${prefix}="${name}"`)
  .join(' ');

export type Parts = Record<string, string | Buffer>;

export interface ZipForm {
  /** Uncompressed sizes to state in the central directory instead of the true ones, by file name. */
  sizes?: Record<string, number>;
  /** States sizes, counts and offsets in the records for archives above 4 GiB (§4.3.14, §4.5.3). */
  is64?: boolean;
  /** Second names in extra fields, as Info-ZIP writes them (§4.6.9), by file name. */
  unicodePaths?: Record<string, string>;
}

const IN_64_BITS = 0xffffffff;

/** A deflated ZIP archive (APPNOTE.TXT 6.3) of the parts. */
export function zip(parts: Parts, { sizes = {}, is64 = false, unicodePaths = {} }: ZipForm = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part);
    const packed = deflateRawSync(bytes);
    const size = sizes[name] ?? bytes.length;
    const extra = Buffer.concat([
      ...(is64 ? [extraField(0x0001, eightBytes(size, packed.length, offset))] : []),
      ...(name in unicodePaths ? [unicodePath(name, unicodePaths[name]!)] : []),
    ]);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(is64 ? 45 : 20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(is64 ? IN_64_BITS : packed.length, 14);
    fields.writeUInt32LE(is64 ? IN_64_BITS : size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    fields.writeUInt16LE(extra.length, 24);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), extra, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(is64 ? IN_64_BITS : offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name), extra);
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(is64 ? 0xffff : files.length, 8);
  end.writeUInt16LE(is64 ? 0xffff : files.length, 10);
  end.writeUInt32LE(is64 ? IN_64_BITS : listed.length, 12);
  end.writeUInt32LE(is64 ? IN_64_BITS : offset, 16);
  const end64 = is64 ? endIn64Bits(files.length, listed.length, offset) : Buffer.alloc(0);
  return Buffer.concat([...files, listed, end64, end]);
}

/** The end of central directory record in 64 bits, and its locator (§4.3.14, §4.3.15). */
function endIn64Bits(count: number, listedBytes: number, offset: number): Buffer {
  const versions = Buffer.alloc(12);
  versions.writeUInt16LE(45, 0);
  versions.writeUInt16LE(45, 2);
  return Buffer.concat([
    Buffer.from('PK\x06\x06'),
    eightBytes(44),
    versions,
    eightBytes(count, count, listedBytes, offset),
    Buffer.from('PK\x06\x07'),
    fourBytes(0),
    eightBytes(offset + listedBytes),
    fourBytes(1),
  ]);
}

const unicodePath = (name: string, secondName: string) =>
  extraField(0x7075, Buffer.concat([Buffer.from([1]), fourBytes(crc32(name)), Buffer.from(secondName)]));

function extraField(id: number, data: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(id, 0);
  header.writeUInt16LE(data.length, 2);
  return Buffer.concat([header, data]);
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const eightBytes = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.concat([fourBytes(value), fourBytes(0)])));

const relationships = (...each: string[]) =>
  `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${each.join('')}</Relationships>`;

const relationship = (id: string, kind: string, target: string, isExternal = false) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`;

const contentTypes = (main: string) =>
  `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;

export const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const TABLE = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${[
  ['Rent', '950.00'],
  ['Deposit', '1,900.00'],
]
  .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`)
  .join('')}</w:tbl>`;

/** A picture of one square inch; `blip` is `r:embed` or `r:link` with the relationship's id. */
const picture = (blip: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="picture"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="picture"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${blip}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const document = (body: string) =>
  `${DECLARATION}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`;

/** The minimum parts of a Word document (ECMA-376 part 1 §11.2). */
export const wordParts = (body: string, main = MAIN): Parts => ({
  '[Content_Types].xml': contentTypes(main),
  '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'word/document.xml')),
  'word/document.xml': document(body),
});

/** A lease in five scripts with a table, a picture, a hyperlink and a reference to its template. */
export async function lease(): Promise<Buffer> {
  const words = [
    'Lease of the mill',
    'Договор аренды',
    'Μίσθωση μύλου',
    'Müllerstraße ąćęłńóś',
    'חוזה שכירות',
  ];
  const settings = `${DECLARATION}<w:settings ${NAMESPACES}><w:attachedTemplate r:id="rId1"/></w:settings>`;
  return zip({
    ...wordParts(words.map(paragraph).join('') + TABLE + picture('r:embed="rId1"')),
    'word/_rels/document.xml.rels': relationships(
      relationship('rId1', 'image', 'media/picture.png'),
      relationship('rId2', 'settings', 'settings.xml'),
      relationship('rId3', 'hyperlink', 'https://example.com/terms', true),
    ),
    'word/media/picture.png': await sharp({
      create: { width: 40, height: 40, channels: 3, background: '#c02020' },
    })
      .png()
      .toBuffer(),
    'word/settings.xml': settings,
    'word/_rels/settings.xml.rels': relationships(
      relationship('rId1', 'attachedTemplate', 'file:///C:/Templates/Lease.dotx', true),
    ),
  });
}

/** A document that links to a picture at `address` instead of embedding it. */
export const linkedPicture = (address: string) =>
  zip({
    ...wordParts(paragraph('See the picture') + picture('r:link="rId1"')),
    'word/_rels/document.xml.rels': relationships(relationship('rId1', 'image', address, true)),
  });
