import { Page } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { MAX_CHECKED_BYTES } from '../check-file.js';
import { type CheckResult } from '../document-checks.js';
import { type CertificateFacts, type SignatureFacts } from '../domain/document-facts.js';
import { type Judgement, type Told } from '../domain/statements.js';
import { TONE_ICONS } from '../domain/tone-icons.js';

const FAULTS = {
  file_missing: { key: 'checking.choose.missing', status: 400 },
  file_too_large: { key: 'checking.lead.unreadable.too_large', status: 413 },
} as const;

const megabytes = MAX_CHECKED_BYTES / 1024 / 1024;

/** The page for choosing a file, with the problem of the previous one, if any. */
export function choosePage(fault?: keyof typeof FAULTS): Page {
  const problem = fault && FAULTS[fault];
  const model = { megabytes, maxBytes: MAX_CHECKED_BYTES, problem: problem?.key };
  return new Page('checking/choose', model, problem?.status);
}

/** The verdict and its reasons. */
export function resultPage({ sha256, sealed, isTest, outcome }: CheckResult): Page {
  const common = {
    ...{ sha256, isTest, partOf: partOfWords(sealed) },
    sealed: sealed && { ...sealed, sealedAt: sealed.sealedAt.toISOString() },
  };
  if ('unreadable' in outcome) {
    const headline = { key: 'checking.headline.unreadable' };
    const lead = { key: `checking.lead.unreadable.${outcome.unreadable}` };
    return new Page('checking/result', { ...common, headline, lead, tone: 'warn', icon: TONE_ICONS.warn });
  }
  const { facts, judgement } = outcome;
  const { headline, lead } = judgement;
  return new Page('checking/result', {
    ...common,
    headline,
    lead,
    tone: headline.tone,
    icon: judgement.verdict === 'unsigned' ? 'document' : TONE_ICONS[headline.tone],
    pageCount: { key: 'checking.result.pages', values: { count: facts.pages } },
    evidence: listed(judgement.evidence),
    signatures: facts.signatures.map((signature, index) => toSection(signature, index, judgement)),
  });
}

/** Which of several documents it is, and which are the others. */
function partOfWords(sealed: CheckResult['sealed']): Statement | null {
  if (!sealed?.partOf) return null;
  const { n, count, others } = sealed.partOf;
  const named = others.map((other) => `${other.n} (${other.sha256})`);
  return { key: 'checking.result.partOf', values: { n, count, others: named } };
}

function toSection(signature: SignatureFacts, index: number, { signatures }: Judgement) {
  const { kind, signers, statedTime, reason } = signature;
  return {
    heading: { key: `checking.result.kinds.${kind}`, values: { number: index + 1 } },
    signers: signers.map(({ certificate }) => ({
      signerName: certificate.name,
      organizationName: certificate.organization === certificate.name ? null : certificate.organization,
      issuer: certificate.issuer,
      validity: validityOf(certificate),
    })),
    statedTime,
    reason,
    statements: listed(signatures[index]!),
  };
}

/** The UTC days on which a certificate is valid: only one for those that are issued for a single signature. */
function validityOf({ validFrom, validTo }: CertificateFacts) {
  const [from, to] = [validFrom, validTo].map((instant) => ({ day: instant.slice(0, 10) }));
  return from!.day === to!.day
    ? { key: 'checking.result.validOn', values: { day: from! } }
    : { key: 'checking.result.valid', values: { from: from!, to: to! } };
}

const listed = (statements: readonly Told[]) =>
  statements.map((statement) => ({ statement, icon: TONE_ICONS[statement.tone] }));
