import { createHash } from 'node:crypto';
import { EVIDENCE_FILE_NAME } from '../audit-chain/evidence-document.js';
import { MAX_DOCUMENTS } from '../audit-chain/evidence-version-2.js';
import { plainLine } from '../common/plain-line.js';
import { unzip, ZipBombError, ZipFault } from '../common/zip-archive.js';
import { readAttachment } from '../pdf/read-attachment.js';
import { documentsOf, EXIT_CODES, type VerifiedFile, verifyFile } from './verify-evidence.js';

/** Documents, the certificate, its evidence and the manifest; nothing may hide between them. */
const LIMITS = { maxFiles: MAX_DOCUMENTS + 3, maxBytes: 256 * 1024 * 1024, isGapless: true };
const MANIFEST = 'manifest.json';
const BESIDE: readonly string[] = [MANIFEST, EVIDENCE_FILE_NAME];

/** A file of an archive, by its name there. */
type ArchivedFile = [name: string, file: VerifiedFile];

/** An archive of a request's sealed documents, as it was found. */
export interface VerifiedArchive {
  exitCode: number;
  files: ArchivedFile[];
  /** Whether the documents are those of the certificate, and the manifest is about these files. */
  isComplete: boolean;
  /** What was found of the archive as a whole, in English. */
  lines: string[];
}

/**
 * Checks every file of an archive, and that they are the documents that its certificate of completion is about: all of
 * them, and nothing else.
 * @param authorities PEM
 */
export async function verifyArchive(bytes: Buffer, authorities: string): Promise<VerifiedArchive> {
  const contents = await contentsOf(bytes);
  if (typeof contents === 'string') {
    const lines = [`The archive cannot be read: ${contents}.`];
    return { exitCode: EXIT_CODES.unreadable, files: [], isComplete: false, lines };
  }
  const files: ArchivedFile[] = [];
  // Whatever else is there is checked as a document, so that nothing passes for part of the request by its name.
  for (const [name, content] of contents)
    if (!BESIDE.includes(name)) files.push([name, await verifyFile(content, authorities)]);
  const faults = [
    ...certificateFaults(files),
    ...(await evidenceFaults(contents, files)),
    ...manifestFaults(contents),
  ];
  const isComplete = faults.length === 0;
  const exitCodes = files.map(([, { exitCode }]) => exitCode);
  return {
    exitCode: Math.max(isComplete ? EXIT_CODES.intact : EXIT_CODES.notIntact, ...exitCodes),
    files,
    isComplete,
    lines: isComplete
      ? ['The archive has all documents of its certificate of completion, and no other.']
      : faults,
  };
}

/** The files by name, or why they cannot be read. */
async function contentsOf(bytes: Buffer): Promise<Map<string, Buffer> | string> {
  try {
    return await unzip(bytes, LIMITS);
  } catch (error) {
    const isKnown = error instanceof ZipFault || error instanceof ZipBombError;
    return isKnown ? error.message.replace(/^The/, 'the') : 'it is damaged';
  }
}

function certificateFaults(files: readonly ArchivedFile[]): string[] {
  const certificates = files.filter(([, { found }]) => found.evidence !== null);
  const [certificate] = certificates;
  if (!certificate || certificates.length > 1)
    return [`The archive has ${certificates.length} certificates of completion; it should have one.`];
  const expected = documentsOf(certificate[1]);
  const documents = files.filter((file) => file !== certificate);
  const present = documents.map(([, { found }]) => found.sha256);
  return [
    ...expected.flatMap((sha256, index) =>
      sha256 !== undefined && present.includes(sha256)
        ? []
        : [`Document ${index + 1} of the certificate (SHA-256 ${sha256}) is not in the archive.`],
    ),
    ...documents.flatMap(([name, { found }]) =>
      expected.includes(found.sha256) ? [] : [`${inQuotes(name)} is no document of the certificate.`],
    ),
  ];
}

/** The evidence beside the certificate is for programs that read no PDF; it is the one in the certificate. */
async function evidenceFaults(
  contents: ReadonlyMap<string, Buffer>,
  files: readonly ArchivedFile[],
): Promise<string[]> {
  const certificate = files.find(([, { found }]) => found.evidence !== null);
  const beside = contents.get(EVIDENCE_FILE_NAME);
  if (!certificate || !beside) return beside ? [] : [`The archive has no ${EVIDENCE_FILE_NAME}.`];
  const given = { pdf: contents.get(certificate[0])!, name: EVIDENCE_FILE_NAME };
  const attached = await readAttachment(given).catch(() => null);
  return attached && beside.equals(attached)
    ? []
    : [`${EVIDENCE_FILE_NAME} is not the evidence in the certificate of completion.`];
}

/** Without what would move the cursor of a terminal. */
const inQuotes = (name: string) => JSON.stringify(plainLine(name));

/** A manifest convinces nobody by itself, but one that is about other files is not ours. */
function manifestFaults(contents: ReadonlyMap<string, Buffer>): string[] {
  const manifest = contents.get(MANIFEST);
  if (!manifest) return [`The archive has no ${MANIFEST}.`];
  const listed = filesIn(manifest);
  if (!listed) return [`${MANIFEST} does not list files with their SHA-256.`];
  const sha256Of = (name: string) => {
    const content = contents.get(name);
    return content && createHash('sha256').update(content).digest('hex');
  };
  return [
    ...[...listed].flatMap(([name, sha256]) =>
      sha256Of(name) === sha256 ? [] : [`${MANIFEST} lists ${inQuotes(name)} with another SHA-256.`],
    ),
    ...[...contents.keys()].flatMap((name) =>
      name === MANIFEST || listed.has(name) ? [] : [`${MANIFEST} does not list ${inQuotes(name)}.`],
    ),
  ];
}

/** The digests that a manifest gives for each file; null if it is no manifest. */
function filesIn(bytes: Buffer): Map<string, string> | null {
  let given: { documents?: unknown; certificate?: unknown; evidence?: unknown } | null;
  try {
    given = JSON.parse(bytes.toString('utf8')) as typeof given;
  } catch {
    return null;
  }
  if (!Array.isArray(given?.documents)) return null;
  const files = new Map<string, string>();
  for (const each of [...(given.documents as unknown[]), given.certificate, given.evidence]) {
    const { file, sha256 } = (each ?? {}) as { file?: unknown; sha256?: unknown };
    if (typeof file !== 'string' || typeof sha256 !== 'string') return null;
    files.set(file, sha256);
  }
  return files;
}
