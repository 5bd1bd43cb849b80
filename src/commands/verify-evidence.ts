import { createHash } from 'node:crypto';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { type Statement } from '../platform/templates/statement.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.js';
import { certificateHashes, checkFile } from '../signed-pdf-checks/check-file.js';
import {
  type DocumentFacts,
  type EvidenceFacts,
  type SignatureFacts,
  type UnreadableReason,
} from '../signed-pdf-checks/domain/document-facts.js';
import { judge, type Judgement, type Told } from '../signed-pdf-checks/domain/statements.js';
import { signatureStatus, type Verdict } from '../signed-pdf-checks/domain/verdict.policy.js';
import { organizationsOf } from '../signed-pdf-checks/known-organizations.js';
import { askInstallation } from './known-installation.js';

/** Local files can be larger than uploads. */
const MAX_BYTES = 256 * 1024 * 1024;
const LIMITS = { timeoutMs: 120_000, maxResidentMb: 3072 };
export const EXIT_CODES = { intact: 0, notIntact: 1, unreadable: 2 };
const MARKS = { good: '+', warn: '!', bad: 'x', '': ' ' };

export interface VerifiedFile {
  exitCode: number;
  /** The result as text. */
  lines: string[];
  found: FoundInFile;
}

/** The result as JSON. */
interface FoundInFile {
  verdict: Verdict | 'unreadable';
  /** Lower-case hex. */
  sha256: string;
  headline: string;
  signatures: (SignatureFacts & { standing: string; statements: string[] })[];
  /** If the file is a certificate of completion. */
  evidence: EvidenceFacts | null;
}

/** Checks a file and describes its signatures in English. @param authorities PEM */
export async function verifyFile(pdf: Buffer, authorities: string): Promise<VerifiedFile> {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const checked =
    pdf.length > MAX_BYTES
      ? { ok: false as const, reason: 'too_large' as const }
      : await checkFile(pdf, authorities, LIMITS);
  if (!checked.ok) return unreadable(sha256, checked.reason);
  const { facts } = checked;
  const hashes = certificateHashes(facts);
  const organizations = await askInstallation((query) => organizationsOf(query, hashes));
  const now = new Date().toISOString();
  const judgement = judge(facts, {
    now,
    organizations: organizations ?? new Map(),
    speaker: 'computer',
  });
  return describe(sha256, facts, judgement, now);
}

const renderer = new TemplateRenderer();
const translate = (statement: Statement) => renderer.translate(statement, { locale: DEFAULT_LOCALE });

function unreadable(sha256: string, reason: UnreadableReason): VerifiedFile {
  const headline = translate({ key: 'checking.headline.unreadable' });
  const lines = [headline, translate({ key: `checking.lead.unreadable.${reason}` }), ...hashLines(sha256)];
  const found = { verdict: 'unreadable' as const, sha256, headline, signatures: [], evidence: null };
  return { exitCode: EXIT_CODES.unreadable, lines, found };
}

function describe(sha256: string, facts: DocumentFacts, judgement: Judgement, now: string): VerifiedFile {
  const { verdict, headline, lead } = judgement;
  const lines = [translate(headline), ...(lead ? [translate(lead)] : []), ...hashLines(sha256)];
  const signatures = facts.signatures.map((signature, index) => {
    const told = judgement.signatures[index]!;
    lines.push('', ...signatureLines(signature, index));
    lines.push(...told.map(toLine));
    return { ...signature, standing: signatureStatus(signature, now), statements: told.map(translate) };
  });
  if (judgement.evidence.length > 0) {
    lines.push('', translate({ key: 'checking.evidence.heading' }));
    lines.push(...judgement.evidence.map(toLine));
  }
  const exitCode = verdict === 'intact' ? EXIT_CODES.intact : EXIT_CODES.notIntact;
  const found = { verdict, sha256, headline: translate(headline), signatures, evidence: facts.evidence };
  return { exitCode, lines, found };
}

const toLine = (statement: Told) => `  ${MARKS[statement.tone]} ${translate(statement)}`;

const hashLines = (sha256: string) => [`${translate({ key: 'checking.choose.sha256' })} ${sha256}`];

function signatureLines({ kind, signers }: SignatureFacts, index: number): string[] {
  const heading = translate({ key: `checking.result.kinds.${kind}`, values: { number: index + 1 } });
  const names = signers.map(({ certificate }) => certificate.name).filter((name) => name !== '');
  return [names.length > 0 ? `${heading}: ${names.join(', ')}` : heading];
}

/** The digests of the documents that a certificate is about. */
export function documentsOf({ found: { evidence } }: VerifiedFile): (string | undefined)[] {
  return evidence?.extended?.documents.map(({ signedSha256 }) => signedSha256) ?? [evidence?.signedSha256];
}

/** Whether one of two files is the other's certificate of completion. */
export function pairFiles(files: readonly VerifiedFile[]): {
  belongs: boolean;
  exitCode: number;
  line: string;
} {
  const certificate = files.find(({ found }) => found.evidence !== null);
  const document = files.find((file) => file !== certificate);
  const belongs = certificate !== undefined && documentsOf(certificate).includes(document?.found.sha256);
  return {
    belongs,
    exitCode: Math.max(
      belongs ? EXIT_CODES.intact : EXIT_CODES.notIntact,
      ...files.map(({ exitCode }) => exitCode),
    ),
    line: translate(pairedWords(certificate, document)),
  };
}

/** Whether they belong together, and which of several documents it is. */
function pairedWords(certificate: VerifiedFile | undefined, document: VerifiedFile | undefined): Statement {
  if (certificate === undefined) return { key: 'checking.evidence.none' };
  const hashes = documentsOf(certificate);
  const at = hashes.indexOf(document?.found.sha256);
  if (at < 0) return { key: 'checking.evidence.other' };
  if (hashes.length === 1) return { key: 'checking.evidence.belongs' };
  const all = hashes.map((hash, index) => `${index + 1} (${hash})`);
  const others = all.filter((_, index) => index !== at);
  return { key: 'checking.evidence.belongsAs', values: { n: at + 1, count: hashes.length, others } };
}
