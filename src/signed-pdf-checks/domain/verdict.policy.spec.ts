import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { type Change, type DocumentFacts, type ShownFacts, type SignatureFacts } from './document-facts.js';
import { judge } from './statements.js';
import { signatureStatus, verdictOf } from './verdict.policy.js';

const NOW = '2026-06-01T00:00:00.000Z';
const VALIDITY = { validFrom: '2026-01-01T00:00:00.000Z', validTo: '2027-01-01T00:00:00.000Z' };

const certificate = {
  sha256: 'aa'.repeat(32),
  name: 'Jane Doe',
  organization: null,
  issuer: 'Acme document authority',
  ...VALIDITY,
  chain: [{ name: 'Acme document authority', sha256: 'bb'.repeat(32), ...VALIDITY }],
  anchor: null,
  isForOtherUse: false,
};

const signature = (change: Partial<SignatureFacts> = {}): SignatureFacts => ({
  fieldName: 'Signature1',
  kind: 'signature',
  coverage: 'whole_file',
  check: { outcome: 'holds' },
  signers: [{ certificate }],
  statedTime: '2026-03-12T10:00:00.000Z',
  timeStamp: null,
  reason: null,
  shownOn: [],
  changes: [],
  ...change,
});

const document = (...signatures: SignatureFacts[]): DocumentFacts => ({
  pages: 1,
  signatures,
  lostSignatures: 0,
  missingSeals: [],
  evidence: null,
  unreadEvidence: null,
});
const after = (...changes: Change[]) => signature({ coverage: 'revision', changes });
const verdict = (...signatures: SignatureFacts[]) => verdictOf(document(...signatures), NOW);

describe('the verdict on a document', () => {
  it('calls a document intact if every signature is valid and only signatures followed', () => {
    expect(verdict(signature())).toBe('intact');
    const followed: Change[] = [{ kind: 'signatures_added', count: 1 }, { kind: 'validation_data' }];
    expect(verdict(after(...followed), signature())).toBe('intact');
  });

  it('takes the worst finding, and never counts unchecked parts as good', () => {
    const broken = signature({ check: { outcome: 'broken', because: 'content' } });
    const unchecked = signature({ check: { outcome: 'unchecked', because: 'format' } });
    const weak = signature({ check: { outcome: 'weak' } });
    const changed = after({ kind: 'pages_added', pages: [2] });
    expect(verdict(signature(), weak)).toBe('weak');
    expect(verdict(weak, unchecked, signature())).toBe('unchecked');
    expect(verdict(unchecked, changed, weak)).toBe('changed');
    expect(verdict(changed, broken, signature())).toBe('broken');
    expect(verdict(signature({ coverage: 'revision', changes: null }), signature())).toBe('unchecked');
    expect(
      verdict(
        signature({ check: { outcome: 'broken', because: 'coverage' }, coverage: 'partial', changes: null }),
      ),
    ).toBe('broken');
  });

  it.each<Change>([
    { kind: 'fields_changed', names: ['price'] },
    { kind: 'pages_removed', pages: [1] },
    { kind: 'pages_changed', pages: [1] },
    { kind: 'pages_moved', pages: [1] },
    { kind: 'annotations_added', pages: [1] },
    { kind: 'annotations_changed', pages: [1] },
    { kind: 'annotations_removed', pages: [1] },
    { kind: 'document_changed', parts: ['OpenAction'] },
  ])('calls a document changed after %j', (change) => {
    expect(verdict(after(change), signature())).toBe('changed');
  });

  it('allows fields filled in before a valid signature, but not after the last one', () => {
    const filled: Change = { kind: 'fields_filled', names: ['date'] };
    expect(verdict(after({ kind: 'signatures_added', count: 1 }, filled), signature())).toBe('intact');
    expect(verdict(after(filled))).toBe('changed');
    expect(verdict(after(filled), after(filled))).toBe('changed');
    const stamped = signature({ kind: 'timestamp' });
    expect(verdict(after(filled), stamped)).toBe('changed');
  });

  it('doubts a certificate that was not valid at the stated time, or is not valid now if none is stated', () => {
    expect(verdict(signature({ statedTime: '2025-12-31T23:59:59.000Z' }))).toBe('doubtful');
    expect(verdict(signature({ statedTime: '2027-01-01T00:00:01.000Z' }))).toBe('doubtful');
    expect(signatureStatus(signature({ statedTime: null }), NOW)).toBe('holds');
    expect(signatureStatus(signature({ statedTime: null }), '2028-01-01T00:00:00.000Z')).toBe('doubtful');
  });

  it('distinguishes a file without signatures from one that lost them', () => {
    expect(verdict()).toBe('unsigned');
    expect(verdictOf({ ...document(), lostSignatures: 1 }, NOW)).toBe('lost');
  });
});

describe('a certificate of completion', () => {
  const evidence = {
    documentName: 'Lease',
    signedSha256: 'cd'.repeat(32),
    events: 3,
    chainHead: 'ef'.repeat(32),
    firstBroken: null,
    onlyFetchedFor: [],
    shown: [],
    extended: null,
  };

  it('calls a certificate of completion intact only if its audit trail is', () => {
    expect(verdictOf({ ...document(signature()), evidence }, NOW)).toBe('intact');
    expect(verdictOf({ ...document(signature()), evidence: { ...evidence, firstBroken: 2 } }, NOW)).toBe(
      'trail',
    );
  });

  it('calls a certificate contradictory if a statement of version 2 does not agree with its proof', () => {
    const extended = {
      documents: [],
      template: null,
      isAsInTemplate: null,
      recipients: [],
      origins: [],
      authenticated: [],
    };
    const verdictWith = (faults: { place: string; against: string }[]) =>
      verdictOf(
        { ...document(signature()), evidence: { ...evidence, extended: { ...extended, faults } } },
        NOW,
      );
    expect(verdictWith([])).toBe('intact');
    expect(verdictWith([{ place: 'documents[0].pages', against: 'events[4].data' }])).toBe('contradictory');
  });

  it('does not call a certificate intact whose evidence it cannot read', () => {
    const unread = (version: number) => ({ ...document(signature()), unreadEvidence: { version } });
    const told = (version: number) =>
      judge(unread(version), { now: NOW, organizations: new Map(), speaker: 'service' }).evidence;
    expect(verdictOf(unread(3), NOW)).toBe('unchecked');
    expect(told(3)).toMatchObject([
      { tone: 'warn', key: 'checking.evidence.unknownVersion', values: { version: 3, known: ['1', '2'] } },
    ]);
    expect(told(2)).toMatchObject([{ tone: 'bad', key: 'checking.evidence.malformed' }]);
  });
});

describe('statements on what signers were shown', () => {
  const about = (facts: Partial<ShownFacts>) => {
    const known = { signer: 'Jo', documentSha256: 'ab'.repeat(32), isDocument: true };
    const shown = [{ ...known, entries: [], unseen: [], ...facts }];
    const evidence = {
      documentName: '',
      signedSha256: '',
      events: 1,
      chainHead: '',
      firstBroken: null,
      onlyFetchedFor: [],
      shown,
      extended: null,
    };
    const { evidence: told } = judge(
      { ...document(signature()), evidence },
      {
        now: NOW,
        organizations: new Map(),
        speaker: 'service',
      },
    );
    return told.slice(2).map(({ tone, key }) => [tone, key.replace('checking.evidence.shown.', '')]);
  };
  const entry = { signer: 'Anna', sha256: 'cd'.repeat(32), agrees: true };

  it.each<[string, Partial<ShownFacts>, string[][]]>([
    ['no earlier signer', { entries: [] }, [['good', 'nobody']]],
    ['entries that agree with the trail', { entries: [entry] }, [['good', 'entries']]],
    ['entries erased since', { entries: [{ ...entry, agrees: null }] }, [['', 'erased']]],
    ['entries that differ', { entries: [{ ...entry, agrees: false }] }, [['bad', 'differs']]],
    [
      'another document, and not every signer',
      { entries: [entry], isDocument: false, unseen: ['Mia'] },
      [
        ['bad', 'otherDocument'],
        ['good', 'entries'],
        ['warn', 'unseen'],
      ],
    ],
    ['unknown entries', { documentSha256: null, entries: [] }, [['', 'unknown']]],
  ])('reports what a signer was shown: %s', (_case, facts, expected) => {
    expect(about(facts)).toEqual(expected);
  });
});

describe('statements', () => {
  const say = (facts: DocumentFacts, organizations: [string, string][] = []) =>
    judge(facts, { now: NOW, organizations: new Map(organizations), speaker: 'service' });
  const templates = new TemplateRenderer();
  const keys = ({ signatures }: ReturnType<typeof say>) => signatures.flat().map(({ key }) => key);

  it('never claims that a person signed if the certificate’s issuer is unknown', () => {
    const said = say(document(signature()));
    expect(said.headline).toMatchObject({
      key: 'checking.headline.intact.named',
      tone: '',
      values: { name: 'Jane Doe' },
    });
    expect(keys(said)).toContain('checking.authority.unknown.service');
  });

  it('recognizes this installation’s organizations, and listed authorities only for documents', () => {
    const ours = say(document(signature()), [['bb'.repeat(32), 'Acme']]);
    expect(ours.headline).toMatchObject({ key: 'checking.headline.intact.signed', tone: 'good' });
    expect(ours.signatures[0]).toContainEqual(
      expect.objectContaining({
        key: 'checking.authority.installation.service',
        values: expect.objectContaining({ organization: 'Acme' }),
      }),
    );
    const listed = { ...certificate, anchor: 'machine' as const };
    expect(keys(say(document(signature({ signers: [{ certificate: listed }] }))))).toContain(
      'checking.authority.machine.service',
    );
    const server = { ...listed, isForOtherUse: true };
    const other = say(document(signature({ signers: [{ certificate: server }] })));
    expect(other.headline.key).toBe('checking.headline.intact.named');
    expect(keys(other)).toEqual(
      expect.arrayContaining(['checking.authority.unknown.service', 'checking.authority.otherUse']),
    );
  });

  it('names the organization that sealed, and says what has expired since', () => {
    const seal = { ...certificate, organization: 'Acme', validTo: '2026-04-01T00:00:00.000Z' };
    const said = say(
      document(signature({ fieldName: 'Countersign-Seal', signers: [{ certificate: seal }] })),
      [[seal.sha256, 'Acme']],
    );
    expect(said.headline).toMatchObject({
      key: 'checking.headline.intact.sealed',
      values: { name: 'Acme', day: { day: '2026-03-12' } },
    });
    expect(keys(said)).toContain('checking.authority.ended');
  });

  it.each([
    [[3], 'A page was added later: now page 3.', 'Później dodano stronę: teraz strona 3.'],
    [[3, 5], 'Pages were added later: now pages 3 and 5.', 'Później dodano strony: teraz strony 3 i 5.'],
  ])('names the pages %j in the right grammatical number', (pages, inEnglish, inPolish) => {
    const said = say(document(after({ kind: 'pages_added', pages }))).signatures.flat();
    const added = said.find(({ key }) => key === 'checking.changes.pages_added')!;
    expect([
      templates.translate(added, { locale: 'en' }),
      templates.translate(added, { locale: 'pl' }),
    ]).toEqual([inEnglish, inPolish]);
  });

  it('says nothing more about an invalid signature', () => {
    const said = say(document(signature({ check: { outcome: 'broken', because: 'content' } })));
    expect(keys(said)).toEqual(['checking.standing.broken.content']);
    expect(said.headline.tone).toBe('bad');
  });
});
