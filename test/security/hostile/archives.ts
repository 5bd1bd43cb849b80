import { deflateRawSync } from 'node:zlib';
import { Random } from '../../../scripts/mrz/random.js';
import { lease, linkedPicture, paragraph, type Parts, wordParts, zip } from '../../support/word-samples.js';
import { hostile, type HostileFile } from './hostile-file.js';

const MIB = 1024 * 1024;
const ENTITIES = `<!DOCTYPE a [<!ENTITY a "ha">${[...'bcdefghij']
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)
  .join('')}]>`;
const EXTERNAL_ENTITY = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
const WITH_MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml';

const word = (body: string, others: Parts = {}) => zip({ ...wordParts(body), ...others });
const withDocument = (change: (xml: string) => string): Buffer => {
  const parts = wordParts(paragraph('A lease'));
  return zip({ ...parts, 'word/document.xml': change(String(parts['word/document.xml'])) });
};
const field = (instruction: string) =>
  word(`<w:p><w:fldSimple w:instr="${instruction}"><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`);
/** Sets the encryption flag (APPNOTE 6.3, §4.4.4) in every record. */
function markEncrypted(bytes: Buffer): Buffer {
  for (const [signature, at] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    for (let place = bytes.indexOf(signature); place >= 0; place = bytes.indexOf(signature, place + 1))
      bytes.writeUInt16LE(bytes.readUInt16LE(place + at) | 1, place + at);
  return bytes;
}

/** Word documents and other archives that expand, reach outside, or are not what they claim. */
export const ARCHIVES: readonly HostileFile[] = [
  hostile('document that expands to 300 MB', () => word(paragraph('a'.repeat(300 * MIB))), 'refused'),
  hostile(
    '20,000 files',
    () =>
      word(
        paragraph('a'),
        Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`word/${index}.xml`, ''])),
      ),
    'refused',
  ),
  hostile('archive in an archive in an archive', () =>
    word(paragraph('a'), { 'word/a.zip': zip({ 'b.zip': zip({ c: Buffer.alloc(50 * MIB) }) }) }),
  ),
  hostile(
    'sizes that lie',
    () => zip(wordParts(paragraph('a'.repeat(5 * MIB))), { sizes: { 'word/document.xml': 10 } }),
    'refused',
  ),
  hostile('records above 4 GiB', () => zip(wordParts(paragraph('a')), { is64: true })),
  hostile(
    'second names',
    () => zip(wordParts(paragraph('a')), { unicodePaths: { 'word/document.xml': 'word/vbaProject.bin' } }),
    'refused',
  ),
  hostile('encrypted files', () => markEncrypted(word(paragraph('a'))), 'refused'),
  ...['/etc/passwd', '../../../../tmp/a', 'word/../../a', 'C:/a.xml', 'word\\..\\..\\a', 'a\0.xml'].map(
    (name) => hostile(`file named ${JSON.stringify(name)}`, () => word(paragraph('a'), { [name]: 'a' })),
  ),
  hostile('macros', () => word(paragraph('a'), { 'word/vbaProject.bin': 'anything' }), 'refused'),
  hostile('type of a document with macros', () => zip(wordParts(paragraph('a'), WITH_MACROS)), 'refused'),
  hostile('control', () => word(paragraph('a'), { 'word/activeX/activeX1.xml': '<a/>' }), 'refused'),
  hostile(
    'picture on the web',
    () => linkedPicture('https://people.test/a.png'),
    'document_has_external_content',
  ),
  hostile('picture on the disk', () => linkedPicture('file:///etc/passwd'), 'document_has_external_content'),
  hostile(
    'picture on a share',
    () => linkedPicture('\\\\people.test\\a.png'),
    'document_has_external_content',
  ),
  hostile('exploding entities', () =>
    withDocument((xml) => xml.replace('?>', `?>${ENTITIES}`).replace('A lease', '&j;')),
  ),
  hostile('entity from the disk', () =>
    withDocument((xml) => xml.replace('?>', `?>${EXTERNAL_ENTITY}`).replace('A lease', '&x;')),
  ),
  hostile('elements 20,000 deep', () =>
    word(`${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}${'</w:tc></w:tr></w:tbl>'.repeat(20_000)}`),
  ),
  hostile('table of 100,000 cells', () =>
    word(`<w:tbl>${`<w:tr>${`<w:tc>${paragraph('a')}</w:tc>`.repeat(50)}</w:tr>`.repeat(2_000)}</w:tbl>`),
  ),
  hostile(
    '30,000 pages',
    () => word('<w:p><w:r><w:br w:type="page"/></w:r></w:p>'.repeat(30_000)),
    'refused',
  ),
  hostile('field that starts a program', () =>
    field('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe &quot;/k calc&quot;'),
  ),
  hostile('field that includes a file', () => field('INCLUDETEXT &quot;/etc/passwd&quot;')),
  hostile('field that includes a picture', () =>
    field('INCLUDEPICTURE &quot;http://people.test/a.png&quot; \\d'),
  ),
  hostile('XML in UTF-16 without a mark', () =>
    zip({ ...wordParts(''), 'word/document.xml': Buffer.from('<?xml version="1.0"?><a/>', 'utf16le') }),
  ),
  hostile('document of zeros', () => zip({ ...wordParts(''), 'word/document.xml': Buffer.alloc(10_000) })),
  hostile('archive without a document', () => zip({ 'a.txt': 'a' }), 'refused'),
  hostile('spreadsheet', () => zip({ ...wordParts(''), 'xl/workbook.xml': '<a/>' })),
  hostile(
    'program archive',
    () => zip({ 'META-INF/MANIFEST.MF': 'Main-Class: A', 'A.class': '\xca\xfe' }),
    'refused',
  ),
  hostile('archive that ends in its directory', () => word(paragraph('a')).subarray(0, -30), 'refused'),
  hostile('deflated nothing', () => deflateRawSync(Buffer.alloc(10 * MIB)), 'refused'),
];

/** Word documents with bytes changed at seeded places. */
export const damagedArchives = (seed: number): HostileFile[] =>
  Array.from({ length: 6 }, (_, index) =>
    hostile(`Word document with changed bytes (${index})`, async () => {
      const random = new Random(seed + index);
      const bytes = await lease();
      for (let times = 0; times < 10; times++) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    }),
  );
