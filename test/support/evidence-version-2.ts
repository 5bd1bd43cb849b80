import { hash as digest } from 'node:crypto';
import { type ChainedEvent, hashOfEvent } from '../../src/audit-chain/audit-chain.js';
import { canonicalJson } from '../../src/audit-chain/canonical-json.js';
import { type EvidenceDocument2 } from '../../src/audit-chain/evidence-version-2.js';

/** Evidence of version 2 with the template that is attached beside it. */
export interface Evidence2 {
  evidence: EvidenceDocument2;
  template: Buffer | null;
}

type NewEvent = Pick<ChainedEvent, 'type' | 'data'> & { signerId?: number };

const REQUEST_ID = 12;
const [ANN, BEN] = [7, 8];
const [APPROVER, VIEWER, ARCHIVE] = [21, 22, 23];
const ORIGIN = 'https://app.example.com';

/** A digest that differs for each name. */
export const sha256Of = (name: string): string => digest('sha256', name, 'hex');
/** The time of the event with this index. */
const timeOf = (index: number) => new Date(Date.UTC(2026, 2, 1, 9, index)).toISOString();

/** Chains events, one a minute. */
export function chainOf(events: readonly NewEvent[]): ChainedEvent[] {
  const chained: ChainedEvent[] = [];
  for (const [index, { type, data, signerId = null }] of events.entries()) {
    const facts = {
      createdAt: timeOf(index),
      data,
      number: index + 1,
      previous: chained.at(-1)?.hash ?? null,
      signatureId: REQUEST_ID,
      signerId,
      type,
    };
    chained.push({ ...facts, hash: hashOfEvent(facts) });
  }
  return chained;
}

const PRESENTED = [1, 2].map((n) => ({ n, sha256: sha256Of(`presented ${n}`) }));
const SEALED = [1, 2].map((n) => ({
  n,
  sha256: sha256Of(`signed ${n}`),
  pages: 4 * n,
  seal: 'PAdES B-LTA',
  sealCertificateSha256: sha256Of('seal certificate'),
}));
const ENTRIES = {
  [ANN]: {
    values: ['married', 'rent'].map((key) => ({ key, sha256: sha256Of(`salt, ${key}`) })),
    hidden: ['spouse'],
    attachments: [{ key: 'passport', sha256: sha256Of('a passport'), bytes: 51_200, type: 'image/jpeg' }],
  },
  [BEN]: { values: [], hidden: [], attachments: [] },
};

/** The template's version, as it is attached: canonical JSON. */
export const TEMPLATE = {
  schema: 'countersign-template',
  version: 1,
  documents: [
    {
      n: 1,
      name: 'Lease.pdf',
      pages: 4,
      sha256: PRESENTED[0]!.sha256,
      originalSha256: sha256Of('original 1'),
    },
  ],
  roles: [],
};

export const templateBytes = (template: object = TEMPLATE): Buffer => Buffer.from(canonicalJson(template));

/** What happened: from the template to the seal, with the second document uploaded and everyone of each kind. */
function eventsOf(template: Buffer): NewEvent[] {
  const signed = (signerId: number, method: string) => ({
    type: 'signed',
    signerId,
    data: { method, documents: PRESENTED, form: ENTRIES[signerId], timeZone: 'Europe/Madrid' },
  });
  const signers = [ANN, BEN];
  const recipients = [
    { id: APPROVER, action: 'approve' },
    { id: VIEWER, action: 'view' },
  ];
  const authentication = { at: timeOf(5), method: 'password and passkey' };
  return [
    { type: 'created', data: { template: { id: 3, version: 2, sha256: digest('sha256', template, 'hex') } } },
    {
      type: 'document_uploaded',
      data: { n: 2, documentSha256: sha256Of('original 2'), presentedSha256: PRESENTED[1]!.sha256 },
    },
    { type: 'sent', data: { documents: PRESENTED, formSha256: sha256Of('form'), signers, recipients } },
    { type: 'approved', data: { recipientId: APPROVER, documents: PRESENTED } },
    { type: 'recipient_added', data: { id: ARCHIVE, action: 'copy' } },
    { type: 'frame_issued', signerId: ANN, data: { origin: ORIGIN, authentication } },
    { type: 'framed', signerId: ANN, data: { origin: ORIGIN, visibility: 'visible' } },
    { type: 'copied', data: { recipientId: ARCHIVE, documents: PRESENTED } },
    { type: 'opened', signerId: ANN, data: { act: 'pointer' } },
    signed(ANN, 'drawn'),
    { type: 'opened', signerId: BEN, data: { act: 'touch' } },
    signed(BEN, 'click'),
    { type: 'sealed', data: { documents: SEALED } },
  ];
}

/**
 * Evidence with something of everything that version 2 can state, more than any one request writes.
 * @param change - changes the events before they are chained
 */
export function evidence2(change: (events: NewEvent[]) => void = () => undefined): Evidence2 {
  const template = templateBytes();
  const happened = structuredClone(eventsOf(template));
  change(happened);
  const events = chainOf(happened);
  const signer = { timeZone: 'Europe/Madrid', witnessName: null };
  const link = (at: string) => ({ kind: 'personal_link' as const, at, verificationId: null });
  const evidence: EvidenceDocument2 = {
    format: 'countersign-evidence',
    version: 2,
    madeAt: timeOf(30),
    request: {
      id: REQUEST_ID,
      type: 'fast',
      subject: 'Lease',
      documentName: 'Lease.pdf',
      senderName: 'Acme',
      copiesTo: [],
    },
    organization: { id: 3, name: 'Acme' },
    documents: SEALED.map(({ n, sha256, pages, seal, sealCertificateSha256 }, at) => ({
      n,
      name: at === 0 ? 'Lease.pdf' : 'House rules.pdf',
      originalSha256: sha256Of(`original ${n}`),
      presentedSha256: PRESENTED[at]!.sha256,
      signedSha256: sha256,
      pages,
      seal: { level: seal, certificateSha256: sealCertificateSha256 },
    })),
    template: { id: 3, version: 2, sha256: digest('sha256', template, 'hex') },
    form: {
      definitionSha256: sha256Of('form'),
      signers: [ANN, BEN].map((signerId) => ({ signerId, ...structuredClone(ENTRIES[signerId]!) })),
    },
    signers: [
      {
        ...{ id: ANN, name: 'Ann Lee', email: 'ann@example.test', signedAt: timeOf(9), method: 'drawn' },
        ...signer,
        identifiedBy: [
          { kind: 'application', at: timeOf(5), verificationId: null, method: 'password and passkey' },
          link(timeOf(8)),
        ],
      },
      {
        ...{ id: BEN, name: null, email: 'ben@example.test', signedAt: timeOf(11), method: 'click' },
        ...signer,
        identifiedBy: [link(timeOf(10))],
      },
    ],
    recipients: [
      {
        ...{ id: APPROVER, name: 'Cem', email: 'cem@example.test', action: 'approve', at: timeOf(3) },
        documents: structuredClone(PRESENTED),
      },
      { id: VIEWER, name: null, email: 'dana@example.test', action: 'view', at: null, documents: [] },
      {
        ...{ id: ARCHIVE, name: null, email: 'archive@example.test', action: 'copy', at: timeOf(7) },
        documents: structuredClone(PRESENTED),
      },
    ],
    frames: [{ signerId: ANN, recipientId: null, at: timeOf(6), origin: ORIGIN, visibility: 'visible' }],
    events,
    chainHead: events.at(-1)!.hash,
  };
  return { evidence, template };
}
