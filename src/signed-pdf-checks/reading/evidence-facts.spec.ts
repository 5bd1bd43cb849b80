import { PDF } from '@libpdf/core';
import {
  type Evidence2,
  evidence2,
  sha256Of,
  templateBytes,
} from '../../../test/support/evidence-version-2.js';
import { textPdf } from '../../../test/support/pdf-samples.js';
import { type ChainedEvent, hashOfEvent } from '../../audit-chain/audit-chain.js';
import { type EvidenceDocument } from '../../audit-chain/evidence-document.js';
import { isCheckedDocument } from './check-answer.js';
import { evidenceFacts } from './evidence-facts.js';

function chain(length: number): ChainedEvent[] {
  const events: ChainedEvent[] = [];
  for (let number = 1; number <= length; number++) {
    const event = {
      createdAt: '2026-03-01T09:30:05.123Z',
      data: {},
      number,
      previous: events.at(-1)?.hash ?? null,
      signatureId: 12,
      signerId: null,
      type: 'opened',
    };
    events.push({ ...event, hash: hashOfEvent(event) });
  }
  return events;
}

const evidence = (events: ChainedEvent[]): EvidenceDocument => ({
  format: 'countersign-evidence',
  version: 1,
  madeAt: '2026-03-01T10:00:00.000Z',
  request: {
    id: 12,
    type: 'fast',
    subject: '',
    documentName: 'Lease\u202e of the mill',
    senderName: 'Acme',
    copiesTo: [],
  },
  organization: { id: 3, name: 'Acme' },
  document: {
    presentedSha256: 'ab'.repeat(32),
    signedSha256: 'cd'.repeat(32),
    pages: 4,
    sealLevel: 'B-B',
    sealCertificateSha256: 'ef'.repeat(32),
  },
  signers: [],
  events,
  chainHead: events.at(-1)?.hash ?? '',
});

async function factsWith(attachment: unknown, name = 'evidence.json') {
  const pdf = await PDF.load(await textPdf());
  pdf.addAttachment(name, Buffer.from(JSON.stringify(attachment)));
  return evidenceFacts(await PDF.load(await pdf.save())).evidence;
}

describe('evidence in a document', () => {
  it('finds the evidence with its chain intact', async () => {
    const events = chain(4);
    expect(await factsWith(evidence(events))).toEqual({
      shown: [],
      documentName: 'Lease  of the mill',
      signedSha256: 'cd'.repeat(32),
      events: 4,
      chainHead: events[3]!.hash,
      firstBroken: null,
      onlyFetchedFor: [],
      extended: null,
    });
  });

  it('names the signers whose link an earlier version took as used because it was fetched', async () => {
    const opened = { createdAt: '2026-03-01T09:00:00.000Z', data: {}, type: 'opened' };
    const signed = { createdAt: '2026-03-01T09:30:00.000Z', data: {}, type: 'signed' };
    const known = { signatureId: 12, signerId: 7, previous: null, hash: 'ab'.repeat(32) };
    const events = [opened, signed].map((event, index) => ({ ...known, ...event, number: index + 1 }));
    const signer = (at: string) => ({
      id: 7,
      name: 'Anna\u202e',
      email: 'anna@signers.test',
      signedAt: signed.createdAt,
      method: 'click',
      timeZone: null,
      witnessName: null,
      identifiedBy: [{ kind: 'personal_link' as const, at, verificationId: null }],
    });
    const factsOf = (at: string) => factsWith({ ...evidence(events), signers: [signer(at)] });
    expect(await factsOf(opened.createdAt)).toMatchObject({ onlyFetchedFor: ['Anna'] });
    expect(await factsOf(signed.createdAt)).toMatchObject({ onlyFetchedFor: [] });
  });

  it('reports a chain broken at a changed event, at a missing end or for another request', async () => {
    const changed = chain(4).map((event) => (event.number === 3 ? { ...event, type: 'signed' } : event));
    expect(await factsWith(evidence(changed))).toMatchObject({ firstBroken: 3 });
    const shortened = { ...evidence(chain(4)), events: chain(3) };
    expect(await factsWith(shortened)).toMatchObject({ events: 3, firstBroken: 4 });
    const whole = evidence(chain(4));
    const other = { ...whole, request: { ...whole.request, id: 13 } };
    expect(await factsWith(other)).toMatchObject({ firstBroken: 5 });
  });

  it('finds no evidence if nothing or something else is attached', async () => {
    expect(await factsWith(evidence(chain(1)), 'other.json')).toBeNull();
    expect(await factsWith({ format: 'something else' })).toBeNull();
    expect(evidenceFacts(await PDF.load(await textPdf()))).toEqual({ evidence: null, unreadEvidence: null });
  });
});

describe('evidence of version 2 in a document', () => {
  async function factsOf({ evidence, template }: Evidence2) {
    const pdf = await PDF.load(await textPdf());
    pdf.addAttachment('evidence.json', Buffer.from(JSON.stringify(evidence)));
    if (template) pdf.addAttachment('template.json', template);
    return evidenceFacts(await PDF.load(await pdf.save()));
  }
  const made = evidence2();

  it('finds what version 2 adds', async () => {
    const { evidence: facts, unreadEvidence } = await factsOf(made);
    expect(unreadEvidence).toBeNull();
    expect(facts).toMatchObject({ firstBroken: null, signedSha256: sha256Of('signed 1') });
    expect(facts!.extended).toEqual({
      documents: [
        { name: 'Lease.pdf', signedSha256: sha256Of('signed 1') },
        { name: 'House rules.pdf', signedSha256: sha256Of('signed 2') },
      ],
      template: made.evidence.template,
      isAsInTemplate: null,
      recipients: [
        { name: 'Cem', action: 'approve', at: made.evidence.recipients[0]!.at },
        { name: 'archive@example.test', action: 'copy', at: made.evidence.recipients[2]!.at },
      ],
      origins: ['https://app.example.com'],
      authenticated: [{ signer: 'Ann Lee', method: 'password and passkey' }],
      faults: [],
    });
  });

  it('names a fault, unless the chain itself is broken', async () => {
    const template = templateBytes({ changed: true });
    const faults = [{ place: 'template.json', against: 'events[0].data.template.sha256' }];
    expect((await factsOf({ ...made, template })).evidence!.extended).toMatchObject({ faults });
    const events = made.evidence.events.with(1, { ...made.evidence.events[1]!, type: 'opened' });
    const broken = await factsOf({ template, evidence: { ...made.evidence, events } });
    expect(broken.evidence).toMatchObject({ firstBroken: 2, extended: { faults: [] } });
  });

  it('says which version it could not read', async () => {
    const of = async (changes: object) =>
      factsOf({ template: null, evidence: Object.assign(structuredClone(made.evidence), changes) });
    expect(await of({ version: 3 })).toEqual({ evidence: null, unreadEvidence: { version: 3 } });
    expect(await of({ documents: [] })).toEqual({ evidence: null, unreadEvidence: { version: 2 } });
  });
});

it('takes no answer of the wrong shape for a verdict', () => {
  const signature = { fieldName: 'a', kind: 'signature', coverage: 'whole_file', signers: [], shownOn: [] };
  const nothingElse = { statedTime: null, timeStamp: null, reason: null, changes: [] };
  const answer = (outcome: string) => {
    const signatures = [{ ...signature, ...nothingElse, check: { outcome } }];
    return {
      ok: true,
      facts: {
        pages: 1,
        signatures,
        lostSignatures: 0,
        missingSeals: [],
        evidence: null,
        unreadEvidence: null,
      },
    };
  };
  expect(isCheckedDocument(answer('holds'))).toBe(true);
  expect(isCheckedDocument(answer('fine'))).toBe(false);
  expect([5, undefined, {}, { ok: true }, { ok: false, reason: 'fine' }].filter(isCheckedDocument)).toEqual(
    [],
  );
});
