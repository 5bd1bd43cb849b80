import { inDepth } from '../../../test/support/in-depth.js';
import {
  lease,
  linkedPicture,
  paragraph,
  type Parts,
  wordParts,
  zip,
} from '../../../test/support/word-samples.js';
import { inspectDocument } from './inspect-document.js';

const WITH_MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const MIB = 1024 * 1024;

const found = async (bytes: Buffer) => {
  const inspection = await inspectDocument(bytes);
  return inspection.ok ? inspection.kind : inspection.code;
};

const extended = (parts: Parts) => zip({ ...wordParts(paragraph('A lease')), ...parts });

describe('a Word document', () => {
  it('accepts a Word document that shows only its own content, whatever its template and links', async () => {
    expect(await found(await lease())).toBe('docx');
    expect(await found(zip(wordParts(paragraph('A lease'))))).toBe('docx');
  });

  it.each([
    ['the type of a document with macros', () => zip(wordParts(paragraph('A lease'), WITH_MACROS))],
    ['a macro project', () => extended({ 'word/vbaProject.bin': 'anything' })],
    ['a control', () => extended({ 'word/activeX/activeX1.xml': '<a/>' })],
  ])('refuses a Word document as a program if it has %s', async (_, bytes) => {
    expect(await found(bytes())).toBe('document_has_program');
  });

  it.each(['https://example.com/picture.png', 'file:///etc/picture.png'])(
    'refuses a Word document that shows %s',
    async (address) => {
      expect(await found(linkedPicture(address))).toBe('document_has_external_content');
    },
  );

  inDepth('refuses a Word document whose files or XML entities expand too far', async () => {
    const zeros = Buffer.alloc(90 * MIB);
    const bomb = extended({ 'word/a.bin': zeros, 'word/b.bin': zeros, 'word/c.bin': zeros });
    expect(bomb.length).toBeLessThan(MIB);
    expect(await found(bomb)).toBe('document_too_complex');
    const files = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`word/${index}`, '']));
    expect(await found(extended(files))).toBe('document_too_complex');
    const entities = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>';
    expect(await found(extended({ 'word/styles.xml': entities }))).toBe('document_too_complex');
  });

  it('calls a Word document unreadable if it states wrong sizes, is truncated or is damaged', async () => {
    const parts = { ...wordParts(paragraph('A lease')), 'word/a.bin': Buffer.alloc(MIB) };
    for (const size of [10, 2 * MIB])
      expect(await found(zip(parts, { sizes: { 'word/a.bin': size } }))).toBe('document_unreadable');
    const bytes = await lease();
    for (const share of [0.2, 0.9, 0.99])
      expect(await found(bytes.subarray(0, bytes.length * share))).toBe('document_unreadable');
    const damaged = Buffer.from(bytes);
    damaged.fill(0x55, 60, 120);
    expect(await found(damaged)).toBe('document_unreadable');
  });

  it.each(['/etc/passwd', '../../etc/passwd', 'word/../../a', 'C:/a.xml', String.raw`word\a.xml`])(
    'calls a Word document unreadable with a file named %s',
    async (name) => {
      expect(await found(extended({ [name]: 'words' }))).toBe('document_unreadable');
    },
  );

  it('calls a Word document unreadable with overlapping, repeated or encrypted files', async () => {
    const bytes = extended({ 'word/a.bin': 'words', 'word/b.bin': 'words' });
    expect(await found(bytes)).toBe('docx');
    const headerOf = (name: string) => bytes.lastIndexOf(name) - 46;
    const changed = (change: (copy: Buffer) => void) => {
      const copy = Buffer.from(bytes);
      change(copy);
      return found(copy);
    };
    const offset = bytes.readUInt32LE(headerOf('word/a.bin') + 42);
    const overlapping = changed((copy) => copy.writeUInt32LE(offset, headerOf('word/b.bin') + 42));
    expect(await overlapping).toBe('document_unreadable');
    const repeated = changed((copy) => copy.write('word/a.bin', bytes.lastIndexOf('word/b.bin')));
    expect(await repeated).toBe('document_unreadable');
    const encrypted = changed((copy) => copy.writeUInt16LE(0x801, headerOf('word/b.bin') + 8));
    expect(await encrypted).toBe('document_unreadable');
  });

  it('reads the records for archives above 4 GiB, under the same limits', async () => {
    const parts = { ...wordParts(paragraph('A lease')), 'word/a.bin': Buffer.alloc(MIB) };
    expect(await found(zip(parts, { is64: true }))).toBe('docx');
    const sized = (size: number) => found(zip(parts, { is64: true, sizes: { 'word/a.bin': size } }));
    expect(await sized(10)).toBe('document_unreadable');
    expect(await sized(2 ** 31)).toBe('document_too_complex');
  });

  it('calls a Word document unreadable if a file has a second, different name', async () => {
    const parts = { ...wordParts(paragraph('A lease')), 'word/a.bin': 'words' };
    const named = (name: string) => found(zip(parts, { unicodePaths: { 'word/a.bin': name } }));
    expect(await named('word/a.bin')).toBe('docx');
    expect(await named('word/vbaProject.bin')).toBe('document_unreadable');
  });

  it('does not take other archives for Word documents', async () => {
    expect(await found(zip({ 'a.txt': 'words' }))).toBe('document_type_unsupported');
    const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    expect(await found(zip(wordParts('', sheet)))).toBe('document_type_unsupported');
  });
});
