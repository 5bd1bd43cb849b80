import { isSafeInteger, isText, listOf, objectOf, objectWith, oneOf } from '../common/shapes.js';
import { type ChainedEvent } from './audit-chain.js';
import { differences, type EvidenceFault } from './evidence-differences.js';
import { type Proof } from './evidence-document.js';
import { type TemplateDocuments, templateFaults } from './evidence-template.js';
import {
  type ApplicationProof,
  type DocumentDigest,
  type EvidenceDocument2,
  type EvidencePaper,
  isDigestList,
  type RecipientAction,
  TEMPLATE_FILE_NAME,
} from './evidence-version-2.js';
import { receivedIn } from './received-documents.js';
import { signingsIn } from './shown-entries.js';
import { proofsOf, sendingOf } from './signer-proofs.js';

/** The event in which a recipient did what they were asked to. */
export const DEEDS: Readonly<Record<RecipientAction, string>> = {
  approve: 'approved',
  view: 'viewed',
  copy: 'copied',
};

/** What the events say, with which the evidence is compared. */
interface Trail {
  events: readonly ChainedEvent[];
  /** Where the event is that sent the request. */
  sentIn: string;
  documents: DocumentDigest[];
  formSha256: unknown;
  signerIds: number[];
  recipients: { id: number; action: RecipientAction; from: string }[];
  signings: Map<number, ChainedEvent>;
}

const isIds = listOf(isSafeInteger);
const isAsked = { id: isSafeInteger, action: oneOf('approve', 'view', 'copy') };
const isRecipients = listOf(objectOf(isAsked));
const isAdded = objectWith(isAsked);
const isStatement = objectWith({ at: isText, method: isText });

/**
 * Compares every statement of the evidence with the events that prove it, and with the template. Its chain must be
 * whole. Each wrong place is named once.
 * @param template - the attached `template.json`; null if there is none
 */
export function faultsIn(evidence: EvidenceDocument2, template: Uint8Array | null): EvidenceFault[] {
  const trail = trailOf(evidence);
  const drawn = templateFaults(evidence, template);
  const faults = [
    ...drawn.faults,
    ...documentFaults(evidence, trail, drawn.documents),
    ...formFaults(evidence, trail),
    ...signerFaults(evidence, trail),
    ...recipientFaults(evidence, trail),
    ...frameFaults(evidence),
  ];
  const places = new Map<string, EvidenceFault>();
  for (const fault of faults) if (!places.has(fault.place)) places.set(fault.place, fault);
  return [...places.values()];
}

function trailOf({ events }: EvidenceDocument2): Trail {
  const sending = sendingOf(events);
  const sentIn = sending ? `${placeOf(sending)}.data` : 'events';
  const { documents, formSha256 = null, signers, recipients } = sending?.data ?? {};
  const asked = (isRecipients(recipients) ? recipients : []) as Trail['recipients'];
  const added = events.filter(({ type, data }) => type === 'recipient_added' && isAdded(data));
  return {
    events,
    sentIn,
    documents: (isDigestList(documents) ? documents : []) as DocumentDigest[],
    formSha256,
    signerIds: (isIds(signers) ? signers : []) as number[],
    recipients: [
      ...asked.map((each, at) => ({ ...each, from: `${sentIn}.recipients[${at}]` })),
      ...added.map((event) => {
        const { id, action } = event.data as unknown as Trail['recipients'][number];
        return { id, action, from: `${placeOf(event)}.data` };
      }),
    ],
    signings: signingsIn(events),
  };
}

const placeOf = ({ number }: ChainedEvent) => `events[${number - 1}]`;

function documentFaults(
  { documents, events }: EvidenceDocument2,
  trail: Trail,
  template: TemplateDocuments | 'doubted' | null,
): EvidenceFault[] {
  const { sentIn } = trail;
  if (trail.documents.length !== documents.length)
    return [{ place: 'documents', against: `${sentIn}.documents` }];
  return documents.flatMap((paper, at) => {
    const sent = trail.documents[at]!;
    const from = `${sentIn}.documents[${at}]`;
    return [
      ...differences(`documents[${at}].n`, paper.n, `${from}.n`, sent.n),
      ...differences(
        `documents[${at}].presentedSha256`,
        paper.presentedSha256,
        `${from}.sha256`,
        sent.sha256,
      ),
      ...originalFaults({ ...paper, n: sent.n }, at, { events, template }),
      ...sealFaults(paper, at, events),
    ];
  });
}

/** Compares a document with the event `sealed`, which is the last. */
function sealFaults(
  { signedSha256, pages, seal }: EvidencePaper,
  at: number,
  events: readonly ChainedEvent[],
): EvidenceFault[] {
  const last = events.at(-1);
  const sealed = last?.type === 'sealed' && Array.isArray(last.data.documents) ? last.data.documents : [];
  const known = (sealed[at] ?? {}) as Record<string, unknown>;
  const from = `events[${events.length - 1}].data.documents[${at}]`;
  const place = `documents[${at}]`;
  return [
    ...differences(`${place}.signedSha256`, signedSha256, `${from}.sha256`, known.sha256),
    ...differences(`${place}.pages`, pages, `${from}.pages`, known.pages),
    ...differences(`${place}.seal.level`, seal.level, `${from}.seal`, known.seal),
    ...differences(
      `${place}.seal.certificateSha256`,
      seal.certificateSha256,
      `${from}.sealCertificateSha256`,
      known.sealCertificateSha256,
    ),
  ];
}

/** A document was uploaded, typeset from the request's own text, or taken from the template. */
function originalFaults(
  { n, originalSha256, presentedSha256 }: EvidencePaper,
  at: number,
  { events, template }: { events: readonly ChainedEvent[]; template: TemplateDocuments | 'doubted' | null },
): EvidenceFault[] {
  const place = `documents[${at}]`;
  const compare = (from: string, original: unknown, presented: unknown, names: [string, string]) => [
    ...differences(`${place}.originalSha256`, originalSha256, `${from}.${names[0]}`, original),
    ...differences(`${place}.presentedSha256`, presentedSha256, `${from}.${names[1]}`, presented),
  ];
  const source = receivedIn(events).get(n);
  if (source) {
    const { documentSha256, presentedSha256: presented = documentSha256 } = source.data;
    const names: [string, string] = ['documentSha256', 'presentedSha256'];
    return compare(`${placeOf(source)}.data`, documentSha256, presented, names);
  }
  if (template === 'doubted') return [];
  const index = template?.findIndex((each) => each.n === n) ?? -1;
  const drawn = template?.[index];
  if (!drawn) return [{ place: `${place}.originalSha256`, against: 'events' }];
  const from = `${TEMPLATE_FILE_NAME}: documents[${index}]`;
  return compare(from, drawn.originalSha256, drawn.sha256, ['originalSha256', 'sha256']);
}

function formFaults({ form }: EvidenceDocument2, trail: Trail): EvidenceFault[] {
  const { formSha256, sentIn, signings, signerIds } = trail;
  const sent = `${sentIn}.formSha256`;
  if (!form || formSha256 === null) return differences('form', form, sent, formSha256);
  const definition = differences('form.definitionSha256', form.definitionSha256, sent, formSha256);
  if (form.signers.length !== signerIds.length)
    return [...definition, { place: 'form.signers', against: `${sentIn}.signers` }];
  const entries = form.signers.flatMap(({ signerId, ...entered }, at) => {
    const known = signerIds[at]!;
    const place = `form.signers[${at}]`;
    const own = differences(`${place}.signerId`, signerId, `${sentIn}.signers[${at}]`, known);
    const signed = signings.get(known);
    if (!signed || hasLost(signed, 'form')) return own;
    return [...own, ...differences(place, entered, `${placeOf(signed)}.data.form`, signed.data.form)];
  });
  return [...definition, ...entries];
}

/** Whether a member is missing because the person was erased. */
const hasLost = ({ erasedIn, data }: ChainedEvent, member: string) =>
  erasedIn !== undefined && data[member] === undefined;

function signerFaults({ signers }: EvidenceDocument2, trail: Trail): EvidenceFault[] {
  const { signerIds, sentIn, signings, events } = trail;
  if (signers.length !== signerIds.length) return [{ place: 'signers', against: `${sentIn}.signers` }];
  return signers.flatMap(({ id, signedAt, method, timeZone, witnessName, identifiedBy }, at) => {
    const known = signerIds[at]!;
    const place = `signers[${at}]`;
    const own = differences(`${place}.id`, id, `${sentIn}.signers[${at}]`, known);
    const signed = signings.get(known);
    if (!signed) return [...own, { place: `${place}.signedAt`, against: 'events' }];
    const from = placeOf(signed);
    const { data } = signed;
    const isErased = events.some((event) => event.signerId === known && event.erasedIn !== undefined);
    const told = [
      ...differences(`${place}.method`, method, `${from}.data.method`, data.method),
      ...differences(`${place}.timeZone`, timeZone, `${from}.data.timeZone`, data.timeZone ?? null),
      ...differences(
        `${place}.witnessName`,
        witnessName,
        `${from}.data.witnessName`,
        data.witnessName ?? null,
      ),
      ...differences(
        `${place}.identifiedBy`,
        identifiedBy,
        'the proofs in events',
        allProofsOf(events, signed),
      ),
    ];
    return [
      ...own,
      ...differences(`${place}.signedAt`, signedAt, `${from}.createdAt`, signed.createdAt),
      ...seenFaults(signed, trail),
      ...(isErased ? [] : told),
    ];
  });
}

/** Those of version 1, and what the sender's application stated when it asked for a page to embed. */
function allProofsOf(events: readonly ChainedEvent[], signed: ChainedEvent): (Proof | ApplicationProof)[] {
  const stated = events
    .filter(({ type, number }) => type === 'frame_issued' && number < signed.number)
    .filter(({ signerId, data }) => signerId === signed.signerId && isStatement(data.authentication))
    .map(({ data }): ApplicationProof => {
      const { at, method } = data.authentication as { at: string; method: string };
      return { kind: 'application', at, verificationId: null, method };
    });
  return [...proofsOf(events, signed.signerId!), ...stated].sort(
    (a, b) => Number(a.at > b.at) - Number(a.at < b.at),
  );
}

function recipientFaults({ recipients }: EvidenceDocument2, trail: Trail): EvidenceFault[] {
  if (recipients.length !== trail.recipients.length)
    return [{ place: 'recipients', against: `${trail.sentIn}.recipients` }];
  return recipients.flatMap(({ id, action, at, documents }, index) => {
    const known = trail.recipients[index]!;
    const place = `recipients[${index}]`;
    const own = [
      ...differences(`${place}.id`, id, `${known.from}.id`, known.id),
      ...differences(`${place}.action`, action, `${known.from}.action`, known.action),
    ];
    const deed = trail.events.findLast(
      ({ type, data }) => type === DEEDS[known.action] && data.recipientId === known.id,
    );
    if (deed) return [...own, ...deedFaults(place, { at, documents }, deed, trail)];
    // Nothing is completed without the approvals that it needs.
    const lacks = known.action === 'approve' ? [{ place: `${place}.at`, against: 'events' }] : [];
    const nothing = { at: null, documents: [] };
    return [...own, ...lacks, ...differences(place, { at, documents }, 'events', nothing)];
  });
}

function deedFaults(
  place: string,
  { at, documents }: { at: string | null; documents: DocumentDigest[] },
  deed: ChainedEvent,
  trail: Trail,
): EvidenceFault[] {
  const from = placeOf(deed);
  return [
    ...differences(`${place}.at`, at, `${from}.createdAt`, deed.createdAt),
    ...differences(`${place}.documents`, documents, `${from}.data.documents`, deed.data.documents),
    ...seenFaults(deed, trail),
  ];
}

/** Whether people acted on the documents that were sent. */
function seenFaults(event: ChainedEvent, { documents, sentIn }: Trail): EvidenceFault[] {
  if (hasLost(event, 'documents')) return [];
  return differences(
    `${placeOf(event)}.data.documents`,
    event.data.documents,
    `${sentIn}.documents`,
    documents,
  );
}

function frameFaults({ frames, events }: EvidenceDocument2): EvidenceFault[] {
  const framed = events.filter(({ type }) => type === 'framed');
  if (framed.length !== frames.length) return [{ place: 'frames', against: 'events' }];
  return frames.flatMap((frame, at) => {
    const event = framed[at]!;
    const { origin, visibility, recipientId = null } = event.data;
    const known = { signerId: event.signerId, recipientId, at: event.createdAt, origin, visibility };
    return differences(`frames[${at}]`, frame, placeOf(event), known);
  });
}
