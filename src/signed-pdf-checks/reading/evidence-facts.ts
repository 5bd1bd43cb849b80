import { type PDF } from '@libpdf/core';
import { type ChainedEvent, verifyChain } from '../../audit-chain/audit-chain.js';
import { EVIDENCE_FILE_NAME } from '../../audit-chain/evidence-document.js';
import { faultsIn } from '../../audit-chain/evidence-faults.js';
import { isAsInTemplate } from '../../audit-chain/evidence-template.js';
import {
  type EvidenceDocument2,
  firstDocument,
  TEMPLATE_FILE_NAME,
} from '../../audit-chain/evidence-version-2.js';
import { type AnyEvidence, readEvidence, unreadVersion } from '../../audit-chain/read-evidence.js';
import { standingOf } from '../../audit-chain/shown-entries.js';
import { proofsOf } from '../../audit-chain/signer-proofs.js';
import { type DocumentFacts, type ExtendedFacts, type ShownFacts } from '../domain/document-facts.js';
import { plainText } from './plain-text.js';

/** More are of no use to anybody. */
const MAX_FAULTS = 20;

/**
 * The evidence in a certificate of completion, with its chain recomputed, or the version of one that could not be read;
 * nothing for any other document.
 */
export function evidenceFacts(pdf: PDF): Pick<DocumentFacts, 'evidence' | 'unreadEvidence'> {
  const attached = attachment(pdf, EVIDENCE_FILE_NAME);
  if (!attached) return { evidence: null, unreadEvidence: null };
  const evidence = readEvidence(attached);
  if (evidence)
    return { evidence: factsOf(evidence, attachment(pdf, TEMPLATE_FILE_NAME)), unreadEvidence: null };
  const version = unreadVersion(attached);
  return { evidence: null, unreadEvidence: version === null ? null : { version } };
}

const attachment = ({ attachments }: PDF, name: string): Uint8Array | null =>
  attachments.has(name) ? attachments.get(name) : null;

function factsOf(evidence: AnyEvidence, template: Uint8Array | null): DocumentFacts['evidence'] {
  const { request, signers, events, chainHead } = evidence;
  const chain = verifyChain(events);
  const isOfRequest = events.every(({ signatureId }) => signatureId === request.id);
  const endsAsNamed = chain.head === chainHead;
  const firstBroken = chain.firstBroken ?? (isOfRequest && endsAsNamed ? null : events.length + 1);
  return {
    documentName: plainText(request.documentName),
    signedSha256: firstDocument(evidence).signedSha256,
    events: events.length,
    chainHead,
    shown: shownFacts(evidence),
    firstBroken,
    onlyFetchedFor: signers
      .filter((signer) => isOnlyFetched(signer, events))
      .map(({ name, email }) => plainText(name ?? email)),
    extended: evidence.version === 2 ? extendedFacts(evidence, template, firstBroken === null) : null,
  };
}

const faults = (evidence: EvidenceDocument2, template: Uint8Array | null) =>
  faultsIn(evidence, template)
    .slice(0, MAX_FAULTS)
    .map(({ place, against }) => ({ place: plainText(place), against: plainText(against) }));

function extendedFacts(
  evidence: EvidenceDocument2,
  templateFile: Uint8Array | null,
  isWhole: boolean,
): ExtendedFacts {
  const { documents, template, recipients, frames, signers } = evidence;
  const wrong = isWhole ? faults(evidence, templateFile) : [];
  return {
    faults: wrong,
    isAsInTemplate: isWhole && wrong.length === 0 ? isAsInTemplate(evidence, templateFile) : null,
    documents: documents.map(({ name, signedSha256 }) => ({ name: plainText(name), signedSha256 })),
    template,
    recipients: recipients.flatMap(({ name, email, action, at }) =>
      at === null ? [] : [{ name: plainText(name ?? email), action, at }],
    ),
    origins: [...new Set(frames.map(({ origin }) => plainText(origin)))],
    authenticated: signers.flatMap(({ name, email, identifiedBy }) =>
      identifiedBy.flatMap((proof) =>
        proof.kind === 'application'
          ? [{ signer: plainText(name ?? email), method: plainText(proof.method) }]
          : [],
      ),
    ),
  };
}

/** Certificates of earlier versions counted the first fetch of the link as its use. */
function isOnlyFetched(
  { id, identifiedBy }: AnyEvidence['signers'][number],
  events: readonly ChainedEvent[],
): boolean {
  const linkIn = (proofs: readonly { kind: string; at: string }[]) =>
    proofs.find(({ kind }) => kind === 'personal_link');
  const stated = linkIn(identifiedBy);
  return stated !== undefined && stated.at !== linkIn(proofsOf(events, id))?.at;
}

function shownFacts(evidence: AnyEvidence): ShownFacts[] {
  const { signers, events } = evidence;
  const { presentedSha256 } = firstDocument(evidence);
  const names = new Map(signers.map(({ id, name, email }) => [id, plainText(name ?? email)]));
  const nameOf = (id: number) => names.get(id) ?? String(id);
  return signers.map(({ id }) => {
    const standing = standingOf(events, id);
    return {
      signer: nameOf(id),
      documentSha256: standing?.documentSha256 ?? null,
      isDocument: standing?.documentSha256 === presentedSha256,
      entries: (standing?.entries ?? []).map(({ signerId, entriesSha256, agrees }) => ({
        signer: nameOf(signerId),
        sha256: entriesSha256,
        agrees,
      })),
      unseen: (standing?.unseen ?? []).map(nameOf),
    };
  });
}
