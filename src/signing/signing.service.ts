import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { sha256 } from '../platform/crypto/tokens.js';
import { ENTERED_KINDS } from '../pdf/document-field.js';
import { TextFonts } from '../pdf/text-fonts.service.js';
import { HandOvers } from '../signatures/hand-overs.service.js';
import { type GivenSignature, RequestLifecycle } from '../signatures/request-lifecycle.service.js';
import { SignatureAudit } from '../signatures/signature-audit.service.js';
import { enterField, markScreenRepeated } from '../signatures/signer.queries.js';
import { type Consent } from './consent.js';
import { mustSeeAgain, nothingShown, repeatedAt, shownBefore } from './domain/shown.js';
import { type HandOverForm, handOverProblems } from './domain/hand-over-form.js';
import {
  ALL_DRAWN,
  type EntryField,
  type FieldProblem,
  pictureTag,
  type PostedFields,
  readSignForm,
  type SignFormNeeds,
  type SignRequest,
  textOf,
} from './domain/sign-form.js';
import { mayHandOver, reachableStep, type SigningStep } from './domain/signing-step.policy.js';
import { markSha256Of } from './mark-digest.js';
import { SigningAccess, visitFacts } from './signing-access.service.js';
import { type SigningContext } from './domain/signing-context.js';
import { type Visit } from './domain/visit.js';

/** What a click on "Sign now" led to. */
export type SignOutcome =
  | { kind: 'signed' }
  /** An earlier step is not done. */
  | { kind: 'incomplete'; step: SigningStep }
  /** The signer has not seen the mark: what a click leaves of a name just entered, or a picture uploaded elsewhere since. */
  | { kind: 'unseen'; context: SigningContext }
  /** Others have signed since the signer saw the document. */
  | { kind: 'outdated'; context: SigningContext }
  | { kind: 'invalid'; context: SigningContext; problems: FieldProblem[] };

/** Signing, rejecting and handing over. Each reads everything again under lock and moves the request together with the signer. */
@Injectable()
export class SigningService {
  constructor(
    private readonly access: SigningAccess,
    private readonly lifecycle: RequestLifecycle,
    private readonly handOvers: HandOvers,
    private readonly fonts: TextFonts,
    private readonly audit: SignatureAudit,
  ) {}

  /** @returns null if an obstacle prevents it: already signed, cancelled, expired … */
  async sign(
    visit: Visit,
    fields: PostedFields,
    consentTo: (context: SigningContext) => Consent,
  ): Promise<SignOutcome | null> {
    return this.access.act(visit, async (tx, context): Promise<SignOutcome> => {
      const step = reachableStep(context, 'consent');
      if (step !== 'consent') return { kind: 'incomplete', step };
      const { signature } = context;
      const needs = {
        ...formNeedsOf(context),
        missingScript: (text: string) => this.fonts.missingScript(text),
      };
      const { request, problems } = readSignForm(fields, needs);
      if (request === null) return { kind: 'invalid', context, problems };
      if (!hasSeenMark(context, request, fields)) return { kind: 'unseen', context };
      const told = shownBefore(context, fields);
      if (mustSeeAgain(context, told)) {
        await markScreenRepeated(tx, context.signer, repeatedAt(context));
        return { kind: 'outdated', context };
      }
      const shown = told ?? nothingShown(context);
      const consent = consentTo(context);
      await this.access.record(tx, visit, context, 'consent', { ...consent });
      await this.keepEntries(tx, context, request);
      const markSha256 = markSha256Of(request.mark);
      const drawnElsewhere = await this.audit.hasDrawn(tx, context.signer, markSha256);
      const mark = { markSha256, ...(drawnElsewhere && { drawnElsewhere }) };
      const facts = { ...visitFacts(visit), ...evidenceOf(context, request, consent), ...mark, shown };
      await this.lifecycle.sign(tx, signature, context.signer, givenBy(context, request), facts);
      return { kind: 'signed' };
    });
  }

  /** Ends the request for everyone. Does nothing if an obstacle prevents it. */
  async reject(visit: Visit, reason: string): Promise<void> {
    await this.access.act(visit, (tx, { signature, signer }) =>
      this.lifecycle.reject(tx, signature, signer, reason, visitFacts(visit)),
    );
  }

  /**
   * Gives the signer's place to somebody else, whose language is that of the request.
   * @returns what is wrong with the form; null if an obstacle prevents it, or this signer may not hand over
   */
  async handOver(visit: Visit, form: HandOverForm): Promise<FieldProblem[] | null> {
    return this.access.actToRead(visit, async (tx, context) => {
      if (!mayHandOver(context)) return null;
      const { signature, signer, brand } = context;
      const missingScript = (text: string) => this.fonts.missingScript(text);
      const problems = handOverProblems(form, { ...context, missingScript });
      if (problems.length > 0) return problems;
      const { person: name, email, reason } = form;
      const locale = signature.locale === brand.locale ? null : signature.locale;
      await this.handOvers.handOver(tx, signer, { name, email, locale }, reason, visitFacts(visit));
      return [];
    });
  }

  private async keepEntries(
    tx: EntityManager,
    { fields }: SigningContext,
    { entries }: SignRequest,
  ): Promise<void> {
    for (const field of fields.filter(({ id }) => entries.has(id)))
      await enterField(tx, field, entries.get(field.id)!);
  }
}

/** Whether the signer's name is unknown only until the check of their identity, which will give it. */
export const awaitsName = (context: Pick<SigningContext, 'signer' | 'verifiedName' | 'identity'>): boolean =>
  signerNameOf(context) === null && context.identity !== 'not_required' && context.identity !== 'passed';

/** Whether signers must give their name, because neither the sender nor a verified document has or will. */
export const needsName = (context: Pick<SigningContext, 'signer' | 'verifiedName' | 'identity'>): boolean =>
  signerNameOf(context) === null && !awaitsName(context);

/**
 * The form shows what is written of a name that is known, and the screen that is `reviewed` whatever will be. Both send which
 * picture they showed.
 */
function hasSeenMark(context: SigningContext, { mark }: SignRequest, fields: PostedFields): boolean {
  if (mark.kind === 'uploaded') return textOf(fields, 'pictureTag') === pictureTag(mark);
  return mark.kind !== 'click' || !needsName(context) || fields.reviewed === 'yes';
}

/** The fields that the signer fills in. */
export function entryFieldsOf({ fields }: Pick<SigningContext, 'fields'>): EntryField[] {
  return fields.filter(({ kind }) => ENTERED_KINDS.includes(kind));
}

/** Without the fonts, which only matter when the document is signed. */
export function formNeedsOf(context: SigningContext): SignFormNeeds {
  const { signature, picture } = context;
  const entryFields = entryFieldsOf(context);
  return {
    type: signature.type,
    needsName: needsName(context),
    picture,
    entryFields,
    missingScript: ALL_DRAWN,
  };
}

/** The signer's name as the sender or a verified document gives it, or null. */
export function signerNameOf({
  signer,
  verifiedName,
}: Pick<SigningContext, 'signer' | 'verifiedName'>): string | null {
  return signer.name?.trim() ? signer.name : verifiedName;
}

const nameOf = (context: SigningContext, request: SignRequest) => request.name ?? signerNameOf(context);

function givenBy(context: SigningContext, request: SignRequest): GivenSignature {
  const { mark, witnessName } = request;
  const { verifiedName } = context;
  return { mark, witnessName, name: nameOf(context, request), verifiedName };
}

/** What the audit trail records of a signature beside its mark: method, name, and digests of the entries. */
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
    consent: { version: consent.version, locale: consent.locale, sha256: consent.sha256 },
    ...(witnessName !== null && { witnessName }),
    ...(entries.size > 0 && {
      fields: [...entries].map(([id, entry]) => ({ id, sha256: sha256(entry).toString('hex') })),
    }),
    ...(type === 'advanced' && { codeVerified: isCodeVerified }),
    ...(requireVerification && { verificationId }),
  };
}
