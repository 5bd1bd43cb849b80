import { maskedEmail } from '../../common/masked-email.js';
import { plainLine, plainLines } from '../../common/plain-line.js';
import { initialsOf } from '../../pdf/document-field.js';
import { type PageBrand } from '../../platform/pages/page-brand.js';
import { reasonForSigners } from '../../signatures/domain/cancellation.js';
import { awaitedBefore, awaitedOf, isEveryoneDone } from '../../signatures/domain/signing-order.policy.js';
import { sheetNumber } from '../domain/sheets.js';
import { controlOf, type EntryField } from '../domain/sign-form.js';
import { documentNameOf, organizationOf, type SigningContext } from '../domain/signing-context.js';
import {
  isYetToOpen,
  mayHandOver,
  mayHaveCopy,
  mayRead,
  type Obstacle,
  obstacleTo,
  type SigningStep,
  stepsOf,
} from '../domain/signing-step.policy.js';
import { addressesOf, documentAddress, type SigningAddresses } from '../signing-addresses.js';
import { displayName } from './earlier.view-model.js';

/** One of several documents. */
export interface DocumentModel {
  n: number;
  name: string;
  sha256: string;
  pageCount: number;
  /** Its first page among those of all documents. */
  first: number;
  /** Addresses of the file to open and to keep, and of the signed one. */
  open: string;
  download: string;
  copy: string;
}

/** The common model of every page. The views add the texts. */
export interface SigningPageModel {
  organization: string;
  brand: PageBrand;
  /** The signer's own language. */
  locale: string | null;
  senderName: string;
  /** The sender's name, if it differs from the organization's. */
  sender: string | null;
  documentName: string;
  /** All of them, if there are several; null for one. */
  documents: DocumentModel[] | null;
  signerName: string | null;
  signerEmail: string;
  signerLabel: string;
  isInPerson: boolean;
  /** ISO 8601, or null if the request does not expire. */
  until: string | null;
  /** SHA-256 of the document as sent, lowercase hex. */
  fingerprint: { short: string; whole: string } | null;
  /** Whether the page offers handing over to someone else. */
  mayHandOver: boolean;
  /** Where the page reports the person's first act; null if it is known that a person has opened the link. */
  openingAddress: string | null;
  stepNumber: number;
  stepCount: number;
  addresses: SigningAddresses;
}

/** The signer's name as one line, or null. */
export const plainNameOf = ({
  signer,
  verifiedName,
}: Pick<SigningContext, 'signer' | 'verifiedName'>): string | null =>
  plainLine(signer.name ?? '') || verifiedName;

/** Characters of the document's hash shown for recognition. */
const SHORT_HASH = 12;

export function toPageModel(context: SigningContext, step: SigningStep): SigningPageModel {
  const { signature, signer, token, documentSha256 } = context;
  const organization = organizationOf(context);
  const senderName = plainLine(signature.senderName) || organization;
  const signerName = plainNameOf(context);
  const steps = stepsOf(signature);
  const addresses = addressesOf(token);
  return {
    organization,
    brand: context.brand,
    locale: signer.locale,
    senderName,
    sender: senderName === organization ? null : senderName,
    documentName: documentNameOf(context),
    documents: toDocumentModels(context, addresses),
    signerName,
    signerLabel: signerName ?? signer.email,
    signerEmail: signer.email,
    isInPerson: signature.type === 'in_person',
    until: signature.expiresDate?.toISOString() ?? null,
    fingerprint:
      documentSha256 === null ? null : { short: documentSha256.slice(0, SHORT_HASH), whole: documentSha256 },
    mayHandOver: mayHandOver(context),
    openingAddress: isYetToOpen(context) ? addresses.opened : null,
    stepNumber: steps.indexOf(step) + 1,
    stepCount: steps.length,
    addresses,
  };
}

/** @param addresses - of the link's pages */
export function toDocumentModels(
  { documents }: SigningContext,
  { file, copy }: Pick<SigningAddresses, 'file' | 'copy'>,
): DocumentModel[] | null {
  if (documents.length < 2) return null;
  return documents.map(({ n, name, pages, sha256 }) => ({
    ...{ n, name: plainLine(name), sha256, pageCount: pages.length },
    first: sheetNumber(documents, { document: n, page: 1 }),
    open: `${file}?open&n=${n}`,
    download: `${file}?download&n=${n}`,
    copy: documentAddress(copy, n),
  }));
}

/** The first page: the sender's message, the other signers, and the steps to come. */
export function toLandingModel(context: SigningContext): object {
  const others = context.signers.filter(({ id, status }) => id !== context.signer.id && status === 'pending');
  return {
    ...toPageModel(context, 'landing'),
    message: plainLines(context.signature.messageContent),
    others: toPeople(others),
    signed: toPeople(context.earlier.map(({ signer }) => signer)),
    handedOver: context.handOvers.at(-1) ?? null,
    tasks: stepsOf(context.signature)
      .slice(1)
      .map((step) => ({ icon: TASK_ICONS[step], text: `signing.tasks.${step}` })),
    sendsCode: context.signature.type === 'advanced' && !context.isCodeVerified,
  };
}

/** The screen for requesting or entering a code. */
export function toCodeModel(context: SigningContext, wasSent: boolean): object {
  const isEarly = obstacleTo(context) === 'not_your_turn';
  return { ...toPageModel(context, 'code'), email: maskedEmail(context.signer.email), wasSent, isEarly };
}

/** The screen that asks for the identity check, or shows its outcome. */
export function toIdentityModel(context: SigningContext): object {
  // Nobody is promised a human who does not exist.
  const waiting = `signing.identity.${context.hasReviewers ? 'review' : 'received'}`;
  const words = { heading: `${waiting}.heading`, text: `${waiting}.text` };
  return { ...toPageModel(context, 'identity'), identity: context.identity, waiting: words };
}

const TASK_ICONS: Record<SigningStep, string> = {
  landing: 'document',
  code: 'mail',
  document: 'document',
  identity: 'shield',
  consent: 'pen',
};

const SIDE_SIGNS: Record<Obstacle, { icon: string; tone: string; status: number }> = {
  cancelled: { icon: 'cross', tone: '', status: 410 },
  handed_over: { icon: 'mail', tone: '', status: 410 },
  replaced: { icon: 'mail', tone: 'warn', status: 410 },
  completed: { icon: 'check', tone: 'good', status: 200 },
  rejected_by_you: { icon: 'cross', tone: '', status: 200 },
  rejected_by_other: { icon: 'cross', tone: '', status: 200 },
  expired: { icon: 'clock', tone: 'warn', status: 410 },
  signed: { icon: 'check', tone: 'good', status: 200 },
  not_open: { icon: 'clock', tone: '', status: 200 },
  not_your_turn: { icon: 'clock', tone: '', status: 200 },
};

/** The page that explains why nothing can be done, and lists who still has to sign. */
export function toSideModel(context: SigningContext, obstacle: Obstacle): { status: number; model: object } {
  const { status, icon, tone } = SIDE_SIGNS[obstacle];
  const all = obstacle === 'not_your_turn' ? awaitedBefore(context, context.signer) : awaitedOf(context);
  const awaited = [...all.recipients, ...all.signers];
  const isWaiting = obstacle === 'not_your_turn' || obstacle === 'signed';
  const people = isWaiting ? toPeople(awaited) : null;
  // The holder of a replaced link is no longer the signer.
  const isSigner = context.linkVoidReason !== 'replaced';
  const signedAt = (isSigner && context.signer.signedAt?.toISOString()) || null;
  const reason = obstacle === 'cancelled' && isSigner ? reasonForSigners(context.signature) : null;
  const model = {
    ...toPageModel(context, 'landing'),
    icon,
    tone,
    heading: `signing.side.${wordsFor(context, obstacle)}.title`,
    words: `signing.side.${wordsFor(context, obstacle)}.text`,
    awaitedLabel: context.recipients.some(({ required }) => required)
      ? 'signing.facts.awaitedAll'
      : 'signing.facts.awaited',
    awaited: people,
    signedAt,
    reason,
    newSigner: context.handedOverTo,
    hasFacts: [people, signedAt, reason, context.handedOverTo].some((fact) => fact !== null),
    mayRead: obstacle === 'signed' && mayRead(context),
    isEarly: obstacle === 'not_your_turn',
    hasCopy: mayHaveCopy(context),
  };
  return { status, model };
}

/** The texts of an obstacle that others than signers cause are about them. */
function wordsFor(context: SigningContext, obstacle: Obstacle): string {
  if (obstacle === 'not_your_turn' && awaitedBefore(context, context.signer).recipients.length > 0)
    return 'awaits_others';
  const isNotApproved = context.recipients.some(({ status }) => status === 'rejected');
  return obstacle === 'rejected_by_other' && isNotApproved ? 'not_approved' : obstacle;
}

/** How often browsers without scripts check whether the document is sealed. */
const REFRESH_SECONDS = 5;

/** The page after signing: the next steps, and the copy once there is one. */
export function toDoneModel(context: SigningContext): object {
  const isCompleted = obstacleTo(context) === 'completed';
  const { model } = toSideModel(context, isCompleted ? 'completed' : 'signed');
  const isSealing = !isCompleted && isEveryoneDone(context);
  const follows = isSealing && { pageScript: 'progress', pageRefresh: REFRESH_SECONDS };
  return { ...model, isCompleted, isSealing, ...follows };
}

/** More names are folded away. */
const MAX_SHOWN = 8;

/** Null if there are no signers. */
function toPeople(
  signers: readonly Parameters<typeof displayName>[0][],
): { first: string[]; rest: string[] } | null {
  if (signers.length === 0) return null;
  const names = signers.map(displayName);
  // A single extra name takes no more room than "and 1 more".
  const shown = names.length <= MAX_SHOWN + 1 ? names.length : MAX_SHOWN;
  return { first: names.slice(0, shown), rest: names.slice(shown) };
}

/** The fields for the signer to fill in, as controls of the form. */
export function toEntryControls(
  entryFields: readonly EntryField[],
  signerName: string,
  entries: ReadonlyMap<number, string> | undefined,
  fieldErrors: Readonly<Record<string, string>>,
): object[] {
  return entryFields.map((place) => ({
    control: controlOf(place),
    isCheckbox: place.kind === 'checkbox',
    words: plainLine(place.label),
    unnamed: `signing.entries.${place.kind}`,
    entry: entries?.get(place.id) ?? (place.kind === 'initials' ? initialsOf(signerName) : ''),
    mustFill: place.required,
    wrong: fieldErrors[controlOf(place)],
  }));
}
