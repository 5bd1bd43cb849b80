import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { assertMove } from '../common/transitions.js';
import { canonicalJson } from '../audit-chain/canonical-json.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { JobQueue } from '../platform/jobs/job-queue.service.js';
import {
  OWN_SIGNATURE_TYPES,
  SIGNATURE_TRANSITIONS,
  type SignatureStatus,
} from '../signatures/domain/signature.state.js';
import { DocumentField } from '../signatures/document-field.entity.js';
import { ENTERED_KINDS } from '../pdf/document-field.js';
import { SIGNER_TRANSITIONS } from '../signatures/domain/signer.state.js';
import { EndingMails } from '../signatures/ending-mails.service.js';
import { signersInTurn } from '../signatures/domain/signing-order.policy.js';
import { SignatureAnnouncer } from '../signatures/signature-announcer.service.js';
import { signersOf } from '../signatures/signature-lock.js';
import { Signature } from '../signatures/signature.entity.js';
import { SEAL_JOB, SIGN_FIELDS_JOB } from '../signatures/signature-job.kinds.js';
import { SignerCalls } from '../signatures/signer-calls.service.js';
import { SignerPictures } from '../signatures/signer-pictures.service.js';
import { Signer } from '../signatures/signer.entity.js';
import { type Consent } from './consent.js';
import {
  type AskedField,
  type FieldProblem,
  type PostedFields,
  readSignForm,
  type SignRequest,
} from './domain/sign-form.js';
import { reachableStep, type SigningStep } from './domain/signing-step.policy.js';
import { SigningAccess } from './signing-access.service.js';
import { type SigningContext } from './domain/signing-context.js';
import { type Visit } from './domain/visit.js';

/** What came of pressing the button. */
export type SignOutcome =
  | { kind: 'signed' }
  /** A step before it is not done. */
  | { kind: 'missing'; step: SigningStep }
  | { kind: 'mend'; context: SigningContext; problems: FieldProblem[] };

/** Signing and rejecting: each looks again at everything under lock, and moves the request with the signer. */
@Injectable()
export class SigningService {
  constructor(
    private readonly access: SigningAccess,
    private readonly jobs: JobQueue,
    private readonly calls: SignerCalls,
    private readonly endings: EndingMails,
    private readonly announcer: SignatureAnnouncer,
    private readonly pictures: SignerPictures,
  ) {}

  /** @returns null where an obstacle stands in the way: signed already, cancelled, expired … */
  async sign(
    visit: Visit,
    fields: PostedFields,
    consentTo: (context: SigningContext) => Consent,
  ): Promise<SignOutcome | null> {
    return this.access.act(visit, async (tx, context): Promise<SignOutcome> => {
      const step = reachableStep(context, 'consent');
      if (step !== 'consent') return { kind: 'missing', step };
      const { signature, picture } = context;
      const asked = askedOf(context);
      const needs = { type: signature.type, needsName: needsName(context), picture, asked };
      const { request, problems } = readSignForm(fields, needs);
      if (request === null) return { kind: 'mend', context, problems };
      const consent = consentTo(context);
      await this.access.record(tx, visit, context, 'consent', { ...consent });
      await this.markSigned(tx, context, request);
      await this.keepEntries(tx, context, request);
      await this.access.record(tx, visit, context, 'signed', evidenceOf(context, request, consent));
      await this.advance(tx, context);
      return { kind: 'signed' };
    });
  }

  /** Ends the request for everybody. Where an obstacle stands in the way, nothing happens. */
  async reject(visit: Visit, reason: string): Promise<void> {
    await this.access.act(visit, async (tx, context) => {
      const { signature, signer } = context;
      assertMove(SIGNER_TRANSITIONS, signer.status, 'rejected');
      const values = { status: 'rejected', rejectedAt: () => 'app_now()', rejectionReason: reason } as const;
      await tx.update(Signer, { id: signer.id, organizationId: signer.organizationId }, values);
      await this.access.record(tx, visit, context, 'rejected', { reason });
      await this.move(tx, signature, 'rejected');
      await this.pictures.forgetUnsigned(tx, signature);
      await this.endings.tellRejected(tx, signature, signer.id);
      await this.announcer.announce(tx, 'signature.rejected', signature);
    });
  }

  private async markSigned(tx: EntityManager, context: SigningContext, request: SignRequest): Promise<void> {
    const { id, organizationId, status } = context.signer;
    assertMove(SIGNER_TRANSITIONS, status, 'signed');
    const { mark, witnessName } = request;
    const { verifiedName } = context;
    const name = nameOf(context, request);
    if (mark.kind !== 'uploaded') await this.pictures.forget(tx, context.signer);
    await tx.update(
      Signer,
      { id, organizationId },
      { status: 'signed', signedAt: () => 'app_now()', mark, witnessName, name, verifiedName },
    );
  }

  private async keepEntries(
    tx: EntityManager,
    { fields }: SigningContext,
    { entries }: SignRequest,
  ): Promise<void> {
    for (const { id, organizationId } of fields.filter((field) => entries.has(field.id))) {
      await tx.update(DocumentField, { id, organizationId }, { value: entries.get(id)! });
    }
  }

  /** The last signer's signature has the document sealed; any other calls those whose turn it is now. */
  private async advance(tx: EntityManager, { signature, signers: before }: SigningContext): Promise<void> {
    const { id: signatureId, organizationId } = signature;
    const signers = await signersOf(tx, signature);
    if (signers.every(({ status }) => status === 'signed')) {
      await this.jobs.enqueue(tx, { kind: SEAL_JOB, payload: { organizationId, signatureId } });
      return;
    }
    if (OWN_SIGNATURE_TYPES.includes(signature.type))
      await this.jobs.enqueue(tx, { kind: SIGN_FIELDS_JOB, payload: { organizationId, signatureId } });
    const called = new Set(signersInTurn(before).map(({ id }) => id));
    const next = signersInTurn(signers).filter(({ id }) => !called.has(id));
    for (const signer of next) await this.calls.callUp(tx, signer);
    if (signature.status !== 'created') return;
    await this.move(tx, signature, 'partially_signed');
    await this.announcer.announce(tx, 'signature.partially_signed', signature);
  }

  private async move(tx: EntityManager, signature: Signature, to: SignatureStatus): Promise<void> {
    assertMove(SIGNATURE_TRANSITIONS, signature.status, to);
    const { id, organizationId } = signature;
    await tx.update(Signature, { id, organizationId }, { status: to, updatedAt: () => 'app_now()' });
  }
}

/** Nobody has named the signer, and no document either: the signer does. */
export function needsName({
  signer,
  verifiedName,
}: Pick<SigningContext, 'signer' | 'verifiedName'>): boolean {
  return !signer.name?.trim() && verifiedName === null;
}

/** The places in which the signer enters something. */
export function askedOf({ fields }: Pick<SigningContext, 'fields'>): AskedField[] {
  return fields.filter(({ kind }) => ENTERED_KINDS.includes(kind));
}

function nameOf({ signer, verifiedName }: SigningContext, request: SignRequest): string | null {
  return request.name ?? (signer.name?.trim() ? signer.name : verifiedName);
}

/** What the audit trail keeps of a signature: how it was given, under which name, and digests of what was filled in. */
function evidenceOf(
  context: SigningContext,
  request: SignRequest,
  consent: Consent,
): Record<string, unknown> {
  const { verificationId, isCodeVerified } = context;
  const { type, requireVerification } = context.signature;
  const { mark, witnessName, entries } = request;
  return {
    name: nameOf(context, request),
    method: mark.kind,
    ...(mark.kind === 'uploaded' && { pictureSha256: mark.sha256 }),
    markSha256: sha256(canonicalJson(mark)).toString('hex'),
    consent: { version: consent.version, locale: consent.locale, sha256: consent.sha256 },
    ...(witnessName !== null && { witnessName }),
    ...(entries.size > 0 && {
      fields: [...entries].map(([id, entry]) => ({ id, sha256: sha256(entry).toString('hex') })),
    }),
    ...(type === 'advanced' && { codeVerified: isCodeVerified }),
    ...(requireVerification && { verificationId }),
  };
}
