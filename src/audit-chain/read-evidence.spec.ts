import { evidence2, sha256Of } from '../../test/support/evidence-version-2.js';
import { type EvidenceDocument2 } from './evidence-version-2.js';
import { readEvidence, unreadVersion } from './read-evidence.js';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const { evidence } = evidence2();

describe('evidence of version 2', () => {
  it('is read as it was written, also without what is optional', () => {
    const least = { ...evidence, template: null, form: null, recipients: [], frames: [] };
    for (const each of [evidence, { ...least, documents: evidence.documents.slice(0, 1) }])
      expect(readEvidence(bytesOf(each))).toEqual(each);
  });

  it('may have 10 documents', () => {
    const paper = evidence.documents[0]!;
    const papers = (count: number) => ({ ...evidence, documents: Array(count).fill(paper) });
    expect(readEvidence(bytesOf(papers(10)))).not.toBeNull();
    expect(readEvidence(bytesOf(papers(11)))).toBeNull();
    expect(readEvidence(bytesOf(papers(0)))).toBeNull();
  });

  const entriesOf = ({ form }: EvidenceDocument2) => form!.signers[0]!;

  it.each<[string, (changed: EvidenceDocument2) => unknown]>([
    ['the document of version 1', (changed) => Object.assign(changed, { document: changed.documents[0] })],
    ['a member too many', ({ documents }) => Object.assign(documents[0]!, { trusted: true })],
    ['a digest in capitals', ({ documents }) => (documents[0]!.originalSha256 = 'AB'.repeat(32))],
    ['a document without pages', ({ documents }) => (documents[0]!.pages = 0)],
    ['a template without a version', (changed) => Object.assign(changed.template!, { version: null })],
    ['a field that is hidden and has a value', (changed) => entriesOf(changed).hidden.push('rent')],
    ['a field that is hidden and has an attachment', (changed) => (entriesOf(changed).hidden = ['passport'])],
    ['values out of order', (changed) => entriesOf(changed).values.reverse()],
    ['a key twice', (changed) => entriesOf(changed).values.push(entriesOf(changed).values[1]!)],
    ['a key without letters', (changed) => (entriesOf(changed).hidden = [''])],
    ['an unknown action', ({ recipients }) => Object.assign(recipients[0]!, { action: 'sign' })],
    [
      'an address instead of an origin',
      ({ frames }) => (frames[0]!.origin = 'https://app.example.com/lease'),
    ],
    ['an unknown proof', ({ signers }) => Object.assign(signers[0]!.identifiedBy[0]!, { kind: 'oath' })],
    [
      'a proof without its method',
      ({ signers }) => delete (signers[0]!.identifiedBy[0] as { method?: string }).method,
    ],
  ])('is refused with %s', (_, change) => {
    const changed = structuredClone(evidence);
    change(changed);
    expect(readEvidence(bytesOf(changed))).toBeNull();
    expect(unreadVersion(bytesOf(changed))).toBe(2);
  });
});

it('takes no member of version 2 in version 1', () => {
  expect(readEvidence(bytesOf({ ...evidence, version: 1 }))).toBeNull();
});

it.each<[unknown, number | null]>([
  [{ ...evidence, version: 3 }, 3],
  [{ format: 'countersign-evidence', version: 3, anything: sha256Of('else') }, 3],
  [{ format: 'countersign-evidence', version: '3' }, null],
  [{ format: 'other', version: 3 }, null],
  [[], null],
  [null, null],
])('says which version evidence has that it does not read: case %#', (value, version) => {
  expect(readEvidence(bytesOf(value))).toBeNull();
  expect(unreadVersion(bytesOf(value))).toBe(version);
});
