import { PDF } from '@libpdf/core';
import { addArchive } from '../../pdf-signatures/archive-signatures.js';
import { signDetached } from '../../pdf-signatures/sign-detached.js';
import { standInKey } from '../../pdf-signatures/stand-in-key.js';
import { type ExpectedSignature } from '../pdf-results.js';
import { type StampDetails } from '../signature-stamp.js';
import { type OpenedPdf, openPdf } from '../structure/open-pdf.js';
import { type Signing, stampNameFor } from './document-fields.js';
import { fullestEntries } from './fullest-entries.js';
import {
  prepareDocument,
  sealDocument,
  sealPrepared,
  type SignedBytes,
  signPrepared,
} from './seal-document.js';
import { obstacleFor } from './signed-uploads.js';
import { onlyStampAdded } from './verify-archived-document.js';
import { faultAgainst, type SignedPdf } from './verify-completed-document.js';

export interface SealingTrial {
  pdf: Uint8Array;
  details: StampDetails;
  signing: Signing;
  /** Until the signers are known, only those with a place are tried: the others' entries go on our own pages. */
  areStandIns?: boolean;
}

/** A document sealed on trial, and the signatures it must contain. */
interface Trial {
  sealed: SignedBytes;
  signatures: ExpectedSignature[];
}

/**
 * Signs, seals and archives a document on trial, with a key that is discarded, and verifies the result as after the
 * real steps. With own signatures the first signer signs for all of them, once all places are filled in.
 * @returns null if the document can be completed, otherwise the code of a refusal or the fault, without quoting the
 * document
 */
export async function trySealing(trial: SealingTrial): Promise<string | null> {
  const opened = await openPdf(trial.pdf);
  return obstacleFor(opened, trial.details) ?? sealingFault(opened, trial);
}

/** The same for a document that is already open. */
export async function sealingFault(opened: OpenedPdf, trial: SealingTrial): Promise<string | null> {
  const { sealed, signatures } = await sealOnTrial(trial);
  const original = { ...opened, bytes: trial.pdf };
  const completed = { pdf: await PDF.load(sealed.pdf), bytes: sealed.pdf };
  const fault = faultAgainst(original, completed, { pages: sealed.pages, signatures }, true);
  if (fault !== null) return fault;
  return (await canBeArchived(completed, sealed.fieldName)) ? null : 'it changes when it is archived';
}

async function sealOnTrial({ pdf, details: given, signing, areStandIns }: SealingTrial): Promise<Trial> {
  const details = { ...given, places: fullestEntries(given.places) };
  const key = await standInKey();
  const { certificate } = key;
  const sign = (contentSha256: Buffer) => signDetached(contentSha256, key);
  const as = { name: 'Trial', reason: 'Trial', at: new Date().toISOString() };
  const by = ({ fieldName }: SignedBytes) => ({ fieldName, certificate });
  if (signing === 'seal only') {
    const sealed = await sealDocument(pdf, details, as, sign);
    return { sealed, signatures: [by(sealed)] };
  }
  const prepared = await prepareDocument(pdf, details);
  const placed = new Set(details.places.map((place) => place.signer));
  const [signer = 0, ...all] = details.signers.keys();
  const others = areStandIns ? all.filter((other) => placed.has(other)) : all;
  const signed = await signPrepared(prepared.pdf, details, { ...as, signer, others }, sign);
  const sealed = await sealPrepared(signed.pdf, as, sign);
  return { sealed, signatures: [by(signed), by(sealed)] };
}

/** Whether validation material and a time stamp can be added to the sealed document without changing anything else. */
async function canBeArchived(sealed: SignedPdf, sealName: string): Promise<boolean> {
  const stampName = stampNameFor(sealName);
  const { certificate } = await standInKey();
  const archived = await PDF.load(sealed.bytes);
  const material = { certificates: [certificate], lists: [] };
  await addArchive(archived, stampName, material, (contentSha256) => Promise.resolve(contentSha256));
  return onlyStampAdded(sealed.pdf, archived, stampName);
}
