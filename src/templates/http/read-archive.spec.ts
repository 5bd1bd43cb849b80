import { deflateRawSync } from 'node:zlib';
import { type CraftedFile, craftedZip } from '../../../test/support/crafted-zips.js';
import { AppError } from '../../common/errors.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { readArchive } from './read-archive.js';

const MIB = 1024 * 1024;
const PDF = Buffer.from('%PDF-1.7 stands for the document');
const digest = sha256(PDF).toString('hex');
const ABOUT = {
  name: 'Lease',
  extensions: ['pdf'],
  content: {
    ...{ schema: 'countersign-template', version: 1, roles: [], fields: [] },
    documents: [{ n: 1, name: 'Lease.pdf', sha256: digest, originalSha256: digest, pages: 1 }],
  },
};

const definition = (about: object = ABOUT): CraftedFile => ({
  name: 'template.json',
  content: JSON.stringify(about),
});
const DOCUMENT: CraftedFile = { name: 'documents/1.pdf', content: PDF };
const withDocument = (changes: object) => ({
  ...ABOUT,
  content: { ...ABOUT.content, documents: [{ ...ABOUT.content.documents[0], ...changes }] },
});
/** A small file where a reader that begins at the front finds another one. */
const HIDDEN = craftedZip([{ name: 'documents/1.pdf', content: 'another' }]).subarray(0, -22);

describe('the archive of a template', () => {
  async function refusalOf(archive: Buffer): Promise<string> {
    try {
      await readArchive(archive);
      return 'accepted';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `${error.statusCode} ${error.code}: ${error.message}`;
    }
  }

  it('is read whatever program has written it', async () => {
    const plain = craftedZip([definition(), DOCUMENT]);
    const stored = craftedZip([
      { ...definition(), packed: Buffer.from(JSON.stringify(ABOUT)), facts: { method: 0 } },
      { ...DOCUMENT, packed: PDF, facts: { method: 0 } },
    ]);
    const following = Buffer.alloc(16);
    following.write('PK\x07\x08', 'latin1');
    const streamed = craftedZip([
      {
        ...definition(),
        facts: { flags: 0x808 },
        local: { checksum: 0, packedBytes: 0, bytes: 0 },
        after: following,
      },
      DOCUMENT,
    ]);
    for (const archive of [plain, stored, streamed]) {
      const { template, files } = await readArchive(archive);
      expect(template).toMatchObject({ name: 'Lease', documents: [{ n: 1, imported: null }] });
      expect(files.get('documents/1.pdf')).toEqual(PDF);
    }
  });

  it('keeps the names of an imported form', async () => {
    const imported = {
      pdfNames: { rent: 'Rent' },
      pdfFacts: { rent: { alternateName: 'The rent', exports: [{ state: 'Да', value: 'да' }] } },
      ...{ importReportSha256: 'ab'.repeat(32), isReplaced: true },
    };
    const { template } = await readArchive(craftedZip([definition(withDocument(imported)), DOCUMENT]));
    expect(template.documents).toMatchObject([{ imported }]);
  });

  it.each<[string, object]>([
    ['of a field without a name', { pdfFacts: { other: {} } }],
    ['with other members', { pdfFacts: { rent: { name: 'Rent' } } }],
    ['with a state that is no text', { pdfFacts: { rent: { exports: [{ state: 1 }] } } }],
    ['with states that are no list', { pdfFacts: { rent: { exports: { state: 'a' } } } }],
    ['with a long state', { pdfFacts: { rent: { exports: [{ state: 'a'.repeat(301) }] } } }],
    ['with a state that cannot be stored', { pdfFacts: { rent: { exports: [{ state: 'a\0' }] } } }],
    ['with half a character', { pdfFacts: { rent: { alternateName: '\ud800' } } }],
    ['with a name that cannot be stored', { pdfNames: { rent: 'Rent\0' } }],
    ['without names', { pdfNames: undefined, isReplaced: true }],
    ['with a name of what is no key', { pdfNames: { 'a b': 'Rent' } }],
  ])('refuses facts of an imported form %s', async (_, facts) => {
    const about = withDocument({ pdfNames: { rent: 'Rent' }, ...facts });
    const read = readArchive(craftedZip([definition(about), DOCUMENT]));
    await expect(read).rejects.toMatchObject({ code: 'template_archive_invalid' });
  });

  it.each<[string, () => Buffer, RegExp]>([
    [
      'zeros that unpack to too much',
      () => craftedZip([definition(), { name: 'documents/1.pdf', content: Buffer.alloc(60 * MIB) }]),
      /^413 template_archive_too_large/,
    ],
    [
      'a file that unpacks to more than it says',
      () => craftedZip([definition(), { ...DOCUMENT, packed: deflateRawSync(Buffer.alloc(60 * MIB)) }]),
      /the ZIP archive is damaged/,
    ],
    [
      'more files than a template has',
      () =>
        craftedZip(
          Array.from({ length: 12 }, (_, index) => ({ name: `documents/${index}.pdf`, content: PDF })),
        ),
      /^413 template_archive_too_large/,
    ],
    [
      'a count of 65,535 files',
      () => craftedZip([definition(), DOCUMENT], { count: 0xffff }),
      /^413 template_archive_too_large/,
    ],
    [
      'fewer files than its list',
      () => craftedZip([definition(), DOCUMENT, { name: 'a', content: 'b' }], { count: 2 }),
      /bytes that belong to no file/,
    ],
    [
      'a path to a parent folder',
      () => craftedZip([definition(), { ...DOCUMENT, name: '../../documents/1.pdf' }]),
      /leads to a parent folder/,
    ],
    [
      'an absolute path',
      () => craftedZip([definition(), DOCUMENT, { name: '/etc/passwd', content: 'x' }]),
      /is an absolute path/,
    ],
    [
      'a path with a backslash',
      () => craftedZip([definition(), DOCUMENT, { name: String.raw`documents\1.pdf`, content: 'x' }]),
      /has a backslash/,
    ],
    [
      'a name in another encoding',
      () => craftedZip([definition(), DOCUMENT, { name: Buffer.from('M\xfcll', 'latin1'), content: 'x' }]),
      /not in UTF-8/,
    ],
    [
      'a name in UTF-16',
      () => craftedZip([{ ...definition(), name: Buffer.from('template.json', 'utf16le') }, DOCUMENT]),
      /template\.json is missing/,
    ],
    [
      'two files of the same name',
      () => craftedZip([definition(), DOCUMENT, { ...DOCUMENT, content: 'another' }]),
      /two files of the same name/,
    ],
    [
      'a name that differs in capitals',
      () => craftedZip([definition(), DOCUMENT, { ...definition(), name: 'Template.json' }]),
      /files other than/,
    ],
    [
      'an archive in the archive',
      () => craftedZip([definition(), DOCUMENT, { name: 'more.zip', content: HIDDEN }]),
      /files other than/,
    ],
    [
      'a symbolic link',
      () => craftedZip([definition(), { ...DOCUMENT, content: '/etc/passwd', mode: 0o120777 }]),
      /symbolic link/,
    ],
    [
      'an encrypted file',
      () => craftedZip([definition(), { ...DOCUMENT, facts: { flags: 0x801 } }]),
      /is encrypted/,
    ],
    [
      'a file that only its own header calls encrypted',
      () => craftedZip([definition(), { ...DOCUMENT, local: { flags: 0x801 } }]),
      /contradict each other/,
    ],
    [
      'another method of compression',
      () => craftedZip([definition(), { ...DOCUMENT, facts: { method: 12 } }]),
      /another method than Deflate/,
    ],
    [
      'another name before the file than in the list',
      () => craftedZip([definition(), { ...DOCUMENT, local: { name: 'documents/2.pdf' } }]),
      /contradict each other/,
    ],
    [
      'another method before the file than in the list',
      () => craftedZip([definition(), { ...DOCUMENT, local: { method: 0 } }]),
      /contradict each other/,
    ],
    [
      'another size before the file than in the list',
      () => craftedZip([definition(), { ...DOCUMENT, local: { bytes: 5 } }]),
      /contradict each other/,
    ],
    [
      'another checksum than its content',
      () => craftedZip([definition(), { ...DOCUMENT, facts: { checksum: 1 } }]),
      /another size or checksum/,
    ],
    [
      'a file that is not listed',
      () => craftedZip([definition(), { ...DOCUMENT, content: 'another', isUnlisted: true }, DOCUMENT]),
      /bytes that belong to no file/,
    ],
    [
      'a file after the compressed data of another',
      () => craftedZip([definition(), { ...DOCUMENT, packed: Buffer.concat([deflateRawSync(PDF), HIDDEN]) }]),
      /bytes after its compressed data/,
    ],
    [
      'bytes before the list',
      () => craftedZip([definition(), DOCUMENT], { before: HIDDEN }),
      /bytes that belong to no file/,
    ],
    [
      'a second archive as its comment',
      () => craftedZip([definition(), DOCUMENT], { comment: Buffer.from('words') }),
      /has a comment/,
    ],
    [
      'something before its first file',
      () => Buffer.concat([Buffer.from('MZ'), craftedZip([definition(), DOCUMENT])]),
      /no ZIP archive/,
    ],
    [
      'something after its end',
      () => Buffer.concat([craftedZip([definition(), DOCUMENT]), Buffer.from('words')]),
      /the ZIP archive is damaged/,
    ],
    [
      'overlapping files',
      () => {
        const archive = craftedZip([definition(), DOCUMENT]);
        const second = archive.lastIndexOf('documents/1.pdf') - 46;
        archive.writeUInt32LE(0, second + 42);
        return archive;
      },
      /contradict each other|overlap/,
    ],
    [
      'a document without an extension',
      () => craftedZip([definition({ ...ABOUT, extensions: [] }), DOCUMENT]),
      /lack an extension/,
    ],
    [
      'an extension with a path',
      () => craftedZip([definition({ ...ABOUT, extensions: ['/../../x'] }), DOCUMENT]),
      /extensions/,
    ],
    [
      'a definition that is no JSON',
      () => craftedZip([{ ...definition(), content: '{' }, DOCUMENT]),
      /not JSON in UTF-8/,
    ],
    [
      'a definition in UTF-16',
      () => craftedZip([{ ...definition(), content: Buffer.from('{}', 'utf16le') }, DOCUMENT]),
      /not JSON in UTF-8|name/,
    ],
    [
      'a definition that names a member twice',
      () => {
        const content = JSON.stringify(ABOUT).replace('{"name"', '{"name":"Sale","name"');
        return craftedZip([{ ...definition(), content }, DOCUMENT]);
      },
      /two members of the same name/,
    ],
    [
      'a definition that is nested too deeply',
      () => {
        const fields = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
        const content = JSON.stringify(ABOUT).replace('"fields":[]', `"fields":${fields}`);
        return craftedZip([{ ...definition(), content }, DOCUMENT]);
      },
      /nested too deeply/,
    ],
    [
      'a definition of nine megabytes',
      () => craftedZip([definition({ ...ABOUT, description: 'x'.repeat(9 * MIB) }), DOCUMENT]),
      /but may have 8388608/,
    ],
    [
      'names in the PDF that are no texts',
      () => craftedZip([definition(withDocument({ pdfNames: { rent: ['Rent'] } })), DOCUMENT]),
      /pdfNames of document 1/,
    ],
  ])('is refused with %s', async (_what, archive, said) => {
    expect(await refusalOf(archive())).toMatch(said);
  });

  it('is refused wherever it is cut off', async () => {
    const archive = craftedZip([definition(), DOCUMENT]);
    for (let end = 0; end < archive.length; end += 7)
      expect(await refusalOf(archive.subarray(0, end))).toMatch(/^400 template_archive_invalid/);
  });
});
