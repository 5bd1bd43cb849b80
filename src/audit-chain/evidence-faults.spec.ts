import { evidence2, sha256Of, TEMPLATE, templateBytes } from '../../test/support/evidence-version-2.js';
import { verifyChain } from './audit-chain.js';
import { faultsIn } from './evidence-faults.js';
import { isAsInTemplate } from './evidence-template.js';
import { type EvidenceDocument2 } from './evidence-version-2.js';
import { formFieldsSha256 } from './form-fields-digest.js';
import { readEvidence } from './read-evidence.js';

/** Members that nothing but the seal of the certificate vouches for. */
const SEALED_ONLY =
  /^(?:format|version|madeAt|request\..*|organization\..*|documents\[\d\]\.name|(?:signers|recipients)\[\d\]\.(?:name|email))$/;

/** Every place of a JSON value that is neither an object nor a list with members. */
function leavesOf(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [place];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`),
  );
}

/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (value === null) return 99;
  if (Array.isArray(value)) return [sha256Of('added')];
  const text = value as string;
  if (/^[0-9a-f]{64}$/.test(text)) return sha256Of(text);
  return text.startsWith('2026-') ? text.replace('2026', '2027') : `${text}x`;
}

/** The evidence with the value at a place exchanged. */
function changedAt(evidence: EvidenceDocument2, place: string): EvidenceDocument2 {
  const copy = structuredClone(evidence);
  const names = place.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const last = names.pop()!;
  const holder = names.reduce<Record<string, unknown>>(
    (object, name) => object[name] as Record<string, unknown>,
    copy as unknown as Record<string, unknown>,
  );
  holder[last] = other(holder[last]);
  return copy;
}

const { evidence, template } = evidence2();
const places = leavesOf(evidence).filter((place) => !/^(?:events|chainHead)/.test(place));
const placesOf = (changed: EvidenceDocument2, file = template) =>
  faultsIn(changed, file).map(({ place }) => place);

describe('the faults of evidence', () => {
  it('are none if everything agrees', () => {
    expect(verifyChain(evidence.events).isWhole).toBe(true);
    expect(readEvidence(Buffer.from(JSON.stringify(evidence)))).toEqual(evidence);
    expect(faultsIn(evidence, template)).toEqual([]);
  });

  it('name each statement that was changed, and only that', () => {
    const proven = places.filter((place) => !SEALED_ONLY.test(place));
    expect(proven.length).toBeGreaterThan(60);
    for (const place of proven)
      expect({ place, named: placesOf(changedAt(evidence, place)) }).toEqual({ place, named: [place] });
  });

  it('are none for what only the seal vouches for', () => {
    for (const place of places.filter((each) => SEALED_ONLY.test(each)))
      expect({ place, named: placesOf(changedAt(evidence, place)) }).toEqual({ place, named: [] });
  });

  it.each<[string, (changed: EvidenceDocument2) => void]>([
    ['documents', ({ documents }) => documents.pop()],
    ['template', (changed) => (changed.template = null)],
    ['form', (changed) => (changed.form = null)],
    ['form.signers', ({ form }) => form!.signers.pop()],
    ['form.signers[0].values', ({ form }) => form!.signers[0]!.values.pop()],
    ['form.signers[0].hidden', ({ form }) => form!.signers[0]!.hidden.push('wage')],
    ['form.signers[0].attachments', ({ form }) => form!.signers[0]!.attachments.pop()],
    ['signers', ({ signers }) => signers.pop()],
    ['signers[1].identifiedBy', ({ signers }) => signers[1]!.identifiedBy.pop()],
    ['recipients', ({ recipients }) => recipients.shift()],
    ['recipients[0].documents', ({ recipients }) => recipients[0]!.documents.pop()],
    ['frames', ({ frames }) => frames.pop()],
  ])('name %s if it lacks or adds something', (place, change) => {
    const changed = structuredClone(evidence);
    change(changed);
    expect(placesOf(changed)).toEqual([place]);
  });

  it('name what does not agree with it', () => {
    const changed = structuredClone(evidence);
    changed.documents[1]!.signedSha256 = sha256Of('another');
    changed.documents[0]!.originalSha256 = sha256Of('another');
    expect(faultsIn(changed, template)).toEqual([
      { place: 'documents[0].originalSha256', against: 'template.json: documents[0].originalSha256' },
      { place: 'documents[1].signedSha256', against: 'events[12].data.documents[1].sha256' },
    ]);
  });
});

describe('the template of evidence', () => {
  const named = (file: Buffer | null, changed = evidence) => faultsIn(changed, file);

  it.each<[string, Buffer | null]>([
    ['was changed', templateBytes({ ...TEMPLATE, roles: ['tenant'] })],
    ['is not canonical JSON', Buffer.from(JSON.stringify(TEMPLATE, null, 2))],
    ['is missing', null],
  ])('is named if it %s', (_, file) => {
    expect(named(file)).toMatchObject([{ place: 'template.json' }]);
  });

  it('is named if nothing was made from it', () => {
    const { evidence: without } = evidence2(([created]) => void delete created!.data.template);
    expect(named(template, { ...without, template: null })).toEqual([
      { place: 'template.json', against: 'events[0].data.template' },
    ]);
  });
});

describe('what was filled in', () => {
  const fields = [{ key: 'rent', kind: 'number', label: 'Rent' }];
  const file = templateBytes({ ...TEMPLATE, fields });
  /** Evidence of a request with the template's first document and these fields. */
  const requestWith = (sent: object[] | null) => {
    const { evidence: made } = evidence2((events) => {
      if (sent) events[2]!.data.formFieldsSha256 = formFieldsSha256(sent);
    });
    return { ...made, documents: made.documents.slice(0, 1) };
  };

  it('is the template, whatever values the sender gave', () => {
    expect(isAsInTemplate(requestWith(fields), file)).toBe(true);
    expect(isAsInTemplate(requestWith([{ ...fields[0], value: '900', readOnly: true }]), file)).toBe(true);
  });

  it('is not the template if a field or a document is another', () => {
    expect(isAsInTemplate(requestWith([{ ...fields[0], label: 'Deposit' }]), file)).toBe(false);
    const { evidence: two } = evidence2((events) => {
      events[2]!.data.formFieldsSha256 = formFieldsSha256(fields);
    });
    expect(isAsInTemplate(two, file)).toBe(false);
    const [document] = two.documents;
    const other = { ...two, documents: [{ ...document!, presentedSha256: sha256Of('other') }] };
    expect(isAsInTemplate(other, file)).toBe(false);
  });

  it('is not known without a template, and if the event does not say', () => {
    expect(isAsInTemplate(requestWith(fields), null)).toBeNull();
    expect(isAsInTemplate(requestWith(null), file)).toBeNull();
  });
});

describe('events that do not fit each other', () => {
  const named = (change: Parameters<typeof evidence2>[0]) => {
    const changed = evidence2(change);
    return faultsIn(changed.evidence, changed.template).map(({ place }) => place);
  };
  const another = [
    { n: 1, sha256: sha256Of('presented 1') },
    { n: 2, sha256: sha256Of('another') },
  ];

  it.each([3, 9, 11])('names event %i if it is about other documents than were sent', (index) => {
    const places = named((events) => void (events[index]!.data.documents = another));
    expect(places).toContain(`events[${index}].data.documents[1].sha256`);
  });

  it('names a recipient who must approve and has not', () => {
    expect(named((events) => void (events[3]!.type = 'viewed'))).toEqual([
      'recipients[0].at',
      'recipients[0].documents',
    ]);
  });

  it('names a signer who has not signed', () => {
    expect(named((events) => void (events[11]!.type = 'opened'))).toContain('signers[1].signedAt');
  });

  it('names everything that the event of the seal does not state', () => {
    const places = named((events) => void (events[12]!.data = {}));
    expect(places).toHaveLength(8);
    expect(places).toContain('documents[1].seal.certificateSha256');
  });
});

describe('an erased signer', () => {
  it('is compared with what is left of the event', () => {
    const { evidence: whole, template: file } = evidence2();
    const events = whole.events.map((event) =>
      event.type === 'signed' && event.signerId === 7
        ? { ...event, erasedIn: 14, data: { method: 'drawn' } }
        : event,
    );
    expect(faultsIn({ ...whole, events }, file)).toEqual([]);
    const changed = structuredClone({ ...whole, events });
    changed.signers[0]!.signedAt = '2026-03-02T09:00:00.000Z';
    expect(faultsIn(changed, file).map(({ place }) => place)).toEqual(['signers[0].signedAt']);
  });
});
