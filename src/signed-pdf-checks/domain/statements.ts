import { KNOWN_VERSIONS } from '../../audit-chain/read-evidence.js';
import { type Statement } from '../../platform/templates/statement.js';
import {
  type CertificateFacts,
  type Change,
  type DocumentFacts,
  type EvidenceFacts,
  type ExtendedFacts,
  type ShownFacts,
  type SignatureFacts,
} from './document-facts.js';
import { SEAL_FIELD } from './seal-field.js';
import {
  harmfulChanges,
  isValidAt,
  provenTime,
  signatureStatus,
  type Verdict,
  verdictOf,
} from './verdict.policy.js';

/** Facts from outside the file. */
export interface Circumstances {
  /** ISO 8601. */
  now: string;
  /** Names of this installation's organizations, by the SHA-256 of their certificates. */
  organizations: ReadonlyMap<string, string>;
  /** The speaker of the statements: the `service` on its page, or the `computer` that runs the command. */
  speaker: 'service' | 'computer';
}

export type Tone = 'good' | 'warn' | 'bad' | '';

export interface Told extends Statement {
  tone: Tone;
}

export interface Judgement {
  verdict: Verdict;
  headline: Told;
  lead: Statement | null;
  /** One list per signature, in order. */
  signatures: Told[][];
  /** For a certificate of completion; empty for other documents. */
  evidence: Told[];
}

const TONES: Readonly<Record<Verdict, Tone>> = {
  intact: 'good',
  changed: 'bad',
  covered: 'warn',
  broken: 'bad',
  trail: 'bad',
  contradictory: 'bad',
  weak: 'bad',
  doubtful: 'warn',
  unchecked: 'warn',
  lost: 'bad',
  unsealed: 'bad',
  unsigned: '',
};

const told = (tone: Tone, key: string, values?: Statement['values']): Told => ({
  tone,
  key: `checking.${key}`,
  values,
});

/** The verdict and its reasons, as statements that claim no more than was found. */
export function judge(facts: DocumentFacts, circumstances: Circumstances): Judgement {
  const verdict = verdictOf(facts, circumstances.now);
  const last = lastSignature(facts);
  const headline =
    verdict === 'intact' && last
      ? intactHeadline(last, circumstances)
      : told(TONES[verdict], `headline.${verdict}`);
  return {
    verdict,
    headline,
    lead: verdict === 'intact' ? null : { key: `checking.lead.${verdict}` },
    signatures: facts.signatures.map((signature) => aboutSignature(signature, facts, circumstances)),
    evidence: facts.evidence ? aboutEvidence(facts.evidence) : aboutUnread(facts.unreadEvidence),
  };
}

function aboutEvidence({
  documentName,
  signedSha256,
  events,
  chainHead,
  firstBroken,
  onlyFetchedFor,
  shown,
  extended,
}: EvidenceFacts): Told[] {
  return [
    firstBroken === null
      ? told('good', 'evidence.whole', { count: events, head: chainHead })
      : told('bad', 'evidence.broken', { number: firstBroken }),
    ...(extended?.documents ?? [{ name: documentName, signedSha256 }]).map((document) =>
      told('', 'evidence.document', { name: document.name, hash: document.signedSha256 }),
    ),
    ...(onlyFetchedFor.length > 0 ? [told('warn', 'evidence.fetched', { names: onlyFetchedFor })] : []),
    ...shown.flatMap(aboutShown),
    ...(extended ? aboutExtended(extended) : []),
  ];
}

function aboutExtended({
  faults,
  template,
  isAsInTemplate,
  recipients,
  origins,
  authenticated,
}: ExtendedFacts): Told[] {
  return [
    ...faults.map(({ place, against }) => told('bad', 'evidence.contradicts', { place, against })),
    ...(template
      ? [told('', 'evidence.template', { id: template.id, version: template.version, hash: template.sha256 })]
      : []),
    ...(isAsInTemplate === null ? [] : [aboutTemplate(isAsInTemplate)]),
    ...recipients.map(({ name, action, at }) =>
      told('', `evidence.recipients.${action}`, { name, at: { instant: at } }),
    ),
    ...(origins.length > 0 ? [told('', 'evidence.framed', { origins })] : []),
    ...authenticated.map((each) => told('', 'evidence.authenticated', each)),
  ];
}

const aboutTemplate = (isUnchanged: boolean) =>
  isUnchanged ? told('good', 'evidence.asInTemplate') : told('warn', 'evidence.notAsInTemplate');

function aboutUnread(unread: DocumentFacts['unreadEvidence']): Told[] {
  if (unread === null) return [];
  const { version } = unread;
  const isKnown = KNOWN_VERSIONS.some((known) => known === version);
  return isKnown
    ? [told('bad', 'evidence.malformed', { version })]
    : [told('warn', 'evidence.unknownVersion', { version, known: KNOWN_VERSIONS.map(String) })];
}

/** Characters of a digest that identify it in the evidence. */
const SHORT_HASH = 12;
const short = (sha256: string) => `${sha256.slice(0, SHORT_HASH)}…`;

/** What the document contained when somebody signed, and whether it matched the others' entries in the trail. */
function aboutShown({ signer, documentSha256, isDocument, entries, unseen }: ShownFacts): Told[] {
  if (documentSha256 === null) return [told('', 'evidence.shown.unknown', { signer })];
  const document = short(documentSha256);
  const listed = (agrees: boolean | null) =>
    entries.filter((each) => each.agrees === agrees).map((each) => `${each.signer} (${short(each.sha256)})`);
  const sentence = (tone: Tone, key: string, people: string[]) =>
    people.length === 0 ? [] : [told(tone, `evidence.shown.${key}`, { signer, document, people })];
  return [
    ...(isDocument ? [] : [told('bad', 'evidence.shown.otherDocument', { signer, document })]),
    ...(entries.length === 0 ? [told('good', 'evidence.shown.nobody', { signer, document })] : []),
    ...sentence('good', 'entries', listed(true)),
    ...sentence('bad', 'differs', listed(false)),
    ...sentence('', 'erased', listed(null)),
    ...sentence('warn', 'unseen', unseen),
  ];
}

const lastSignature = ({ signatures }: DocumentFacts): SignatureFacts | undefined =>
  signatures.filter(({ kind }) => kind === 'signature').at(-1) ?? signatures.at(-1);

/** Does not claim that a person signed if the certificate's issuer is unknown. */
function intactHeadline(last: SignatureFacts, circumstances: Circumstances): Told {
  const [certificate] = last.signers.map((signer) => signer.certificate);
  const isSeal = SEAL_FIELD.test(last.fieldName);
  const name = (isSeal ? certificate?.organization : null) ?? certificate?.name ?? '';
  const isKnown = certificate !== undefined && originOf(certificate, circumstances).kind !== 'unknown';
  const deed = last.kind === 'timestamp' ? 'stamped' : !isKnown ? 'named' : isSeal ? 'sealed' : 'signed';
  const day = last.statedTime?.slice(0, 10);
  return told(
    isKnown ? 'good' : '',
    `headline.intact.${deed}${day ? '' : 'Undated'}`,
    day ? { name, day: { day } } : { name },
  );
}

function aboutSignature(
  signature: SignatureFacts,
  facts: DocumentFacts,
  circumstances: Circumstances,
): Told[] {
  const status = aboutStatus(signature, circumstances);
  if (signature.check.outcome === 'broken') return [status];
  return [
    status,
    ...aboutChanges(signature, facts.signatures),
    ...(signature.kind === 'timestamp' ? [] : signature.signers).flatMap(({ certificate }) =>
      aboutCertificate(certificate, signature, circumstances),
    ),
    ...aboutTime(signature, circumstances),
    signature.shownOn.length > 0
      ? told('', 'shown.pages', byPages(signature.shownOn))
      : told('', 'shown.nowhere'),
  ];
}

/** A time stamp from an unknown authority only proves what some clock said. */
function aboutTime(
  { kind, statedTime, timeStamp, signers }: SignatureFacts,
  circumstances: Circumstances,
): Told[] {
  if (kind === 'timestamp') return aboutStamp(statedTime, signers[0]?.certificate ?? null, circumstances);
  if (timeStamp?.holds) return aboutStamp(timeStamp.time, timeStamp.authority, circumstances);
  const own = statedTime ? told('', 'time.ownClock', { at: { instant: statedTime } }) : told('', 'time.none');
  return timeStamp ? [own, told('warn', timeStamp.isWeak ? 'time.stampWeak' : 'time.stampBroken')] : [own];
}

function aboutStamp(
  time: string | null,
  authority: CertificateFacts | null,
  { speaker }: Circumstances,
): Told[] {
  const isKnown = authority?.anchor === 'machine' || authority?.anchor === 'given';
  const key = isKnown ? 'time.stamped.known' : `time.stamped.unknown.${speaker}`;
  return time
    ? [told(isKnown ? 'good' : '', key, { at: { instant: time }, authority: authority?.name ?? '' })]
    : [];
}

function aboutStatus(signature: SignatureFacts, { now }: Circumstances): Told {
  const { check } = signature;
  if (check.outcome === 'broken') return told('bad', `standing.broken.${check.because}`);
  if (check.outcome === 'unchecked') return told('warn', `standing.unchecked.${check.because}`);
  if (check.outcome === 'weak') return told('bad', 'standing.weak');
  if (signatureStatus(signature, now) === 'doubtful')
    return told('warn', 'standing.doubtful', {
      at: { instant: provenTime(signature) ?? signature.statedTime ?? now },
    });
  return told('good', 'standing.holds');
}

function aboutChanges(signature: SignatureFacts, all: readonly SignatureFacts[]): Told[] {
  const { changes, coverage } = signature;
  if (changes === null) return [told('warn', 'changes.uncompared')];
  if (coverage === 'whole_file') return [told('good', 'changes.coversAll')];
  if (changes.length === 0) return [told('good', 'changes.none')];
  const harmful = new Set(harmfulChanges(signature, all));
  const toneOf = (change: Change) =>
    !harmful.has(change) ? 'good' : change.kind === 'pages_covered' ? 'warn' : 'bad';
  return changes.map((change) => told(toneOf(change), ...changeWords(change, harmful)));
}

function changeWords(change: Change, harmful: ReadonlySet<Change>): [string, Statement['values']?] {
  if ('count' in change) return [`changes.${change.kind}`, { count: change.count }];
  if ('pages' in change) return [`changes.${change.kind}`, byPages(change.pages)];
  if ('parts' in change) return [`changes.${change.kind}`, { parts: change.parts }];
  if (change.kind === 'validation_data') return ['changes.validation_data'];
  if (change.kind !== 'fields_filled') return [`changes.${change.kind}`, { names: change.names }];
  return [`changes.fields_filled.${harmful.has(change) ? 'unsigned' : 'signed'}`, { names: change.names }];
}

/** A list of pages, and their number, which selects the plural form. */
const byPages = (pages: readonly number[]) => ({ pages, count: pages.length });

type Origin =
  | { kind: 'installation'; organization: string; issuer: string }
  | { kind: 'machine' | 'given'; issuer: string; anchor: string }
  | { kind: 'unknown'; issuer: string };

/** The origin of a certificate. One limited to other uses counts as unknown. */
function originOf(certificate: CertificateFacts, { organizations }: Circumstances): Origin {
  const { chain, issuer, anchor, isForOtherUse, sha256 } = certificate;
  const organization = [sha256, ...chain.map((above) => above.sha256)]
    .map((hash) => organizations.get(hash))
    .find((name) => name !== undefined);
  if (organization !== undefined) return { kind: 'installation', organization, issuer };
  if (anchor === null || isForOtherUse) return { kind: 'unknown', issuer };
  return { kind: anchor, issuer, anchor: chain.at(-1)?.name ?? certificate.name };
}

function aboutCertificate(
  certificate: CertificateFacts,
  signature: SignatureFacts,
  circumstances: Circumstances,
): Told[] {
  const proven = provenTime(signature);
  const at = proven ?? signature.statedTime ?? circumstances.now;
  const origin = originOf(certificate, circumstances);
  const { kind, ...values } = origin;
  const { name, validTo, chain } = certificate;
  const about = [
    told(kind === 'unknown' ? 'warn' : '', `authority.${kind}.${circumstances.speaker}`, { name, ...values }),
  ];
  if (certificate.isForOtherUse) about.push(told('warn', 'authority.otherUse'));
  if (!chain.every((above) => isValidAt(above, at))) about.push(told('warn', 'authority.chainNotValid'));
  if (validTo < circumstances.now && proven === null)
    about.push(told('warn', 'authority.ended', { at: { instant: validTo } }));
  if (kind === 'machine' || kind === 'given') about.push(told('', 'authority.revocation'));
  return about;
}
