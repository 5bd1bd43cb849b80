import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentDigest } from '../audit-chain/evidence-version-2.js';
import { TextFonts } from '../pdf/text-fonts.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { nearestLocale } from '../platform/templates/locales.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.js';
import { RequestForms } from '../signatures/form/request-forms.js';
import { type GivenSignature, RequestLifecycle } from '../signatures/request-lifecycle.js';
import { SignatureAudit } from '../signatures/signature-audit.js';
import { HandOvers } from '../signatures/signers/hand-overs.js';
import { enterField, markScreenRepeated } from '../signatures/signers/signer.queries.js';
import { type Consent, consentOf } from './consent.js';
import { type FilledForm } from './domain/filled-form.js';
import { formNeedsOf } from './domain/form-needs.js';
import { type HandOverForm, handOverProblems } from './domain/hand-over-form.js';
import { type PostedFields, textOf } from './domain/posted-fields.js';
import { mustSeeAgain, nothingShown, repeatedAt, shownBefore } from './domain/shown.js';
import { type FieldProblem, pictureTag, readSignForm, type SignRequest } from './domain/sign-form.js';
import {
  filledForm,
  FORM_SHOWN,
  formProblems,
  formReader,
  formToken,
  valuesOf,
} from './domain/signer-form.js';
import { localeOfVisit } from './domain/signer-language.js';
import { needsName, signerNameOf } from './domain/signer-name.js';
import { type SigningContext } from './domain/signing-context.js';
import { mayHandOver, reachableStep, type SigningStep } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { FormChecks } from './form-checks.js';
import { markSha256Of } from './mark-digest.js';
import { SigningAccess, visitFacts } from './signing-access.js';

/** The outcome of clicking "Sign now". */
export type SignOutcome =
  | { kind: 'signed' }
  /** An earlier step is not done. */
  | { kind: 'incomplete'; step: SigningStep }
  /** The signer has not seen the mark: the handwriting of a newly entered name, or a picture uploaded elsewhere since. */
  | { kind: 'unseen'; context: SigningContext }
  /** Others have signed since the signer saw the document. */
  | { kind: 'outdated'; context: SigningContext }
  /** The request's form lacks something. */
  | { kind: 'unfilled'; context: SigningContext; problems: FieldProblem[] }
  /** Other fields or values than those shown would be signed. */
  | { kind: 'form_changed'; context: SigningContext }
  | { kind: 'invalid'; context: SigningContext; problems: FieldProblem[] };

/** Signing, rejecting and handing over. Each reads everything again under lock, and updates request and signer together. */
@Injectable()
export class SigningService {
  constructor(
    private readonly access: SigningAccess,
    private readonly lifecycle: RequestLifecycle,
    private readonly handOvers: HandOvers,
    private readonly fonts: TextFonts,
    private readonly audit: SignatureAudit,
    private readonly templates: TemplateRenderer,
    private readonly forms: RequestForms,
    private readonly checks: FormChecks,
  ) {}

  /** @returns null if an obstacle prevents it: already signed, cancelled, expired … */
  async sign(visit: Visit, fields: PostedFields): Promise<SignOutcome | null> {
    // Measured before anything is locked. Without this digest no form is signed, and most requests have none.
    const hasForm = textOf(fields, FORM_SHOWN) !== '';
    const unfit = hasForm ? await this.checks.problems(visit, await this.access.find(visit), fields) : [];
    return this.access.act(visit, async (tx, context): Promise<SignOutcome> => {
      const step = reachableStep(context, 'consent');
      if (step !== 'consent') return { kind: 'incomplete', step };
      const { signature } = context;
      const needs = {
        ...formNeedsOf(context),
        missingScript: (text: string) => this.fonts.missingScript(text),
      };
      const { request, problems } = readSignForm(fields, needs);
      const filled = filledForm(visit, context, fields);
      const wrong = filled && formProblems(filled, formReader(visit, context, fields));
      if (wrong && wrong.length + unfit.length > 0)
        return { kind: 'unfilled', context, problems: wrong.length > 0 ? wrong : unfit };
      if (request === null) return { kind: 'invalid', context, problems };
      if (!hasSeenMark(context, request, fields)) return { kind: 'unseen', context };
      const told = shownBefore(context, fields);
      if (mustSeeAgain(context, told)) {
        await markScreenRepeated(tx, context.signer, repeatedAt(context));
        return { kind: 'outdated', context };
      }
      if (filled && textOf(fields, FORM_SHOWN) !== formToken(context, filled))
        return { kind: 'form_changed', context };
      const shown = told ?? nothingShown(context);
      const consent = this.consentTo(context, visit, fields);
      await this.access.record(tx, visit, context, 'consent', { ...consent });
      await this.keepEntries(tx, context, request);
      const markSha256 = markSha256Of(request.mark);
      const drawnElsewhere = await this.audit.hasDrawn(tx, context.signer, markSha256);
      const mark = { markSha256, ...(drawnElsewhere && { drawnElsewhere }) };
      const form = filled && (await this.keepForm(tx, context, filled));
      const isNamed = !form || context.documents.length > 1;
      const documents = isNamed && (await this.audit.listsDocuments(tx, signature)) && documentsIn(context);
      const facts = {
        ...visitFacts(visit),
        ...evidenceOf(context, request, consent),
        ...mark,
        shown,
        ...(documents && { documents }),
        ...form,
      };
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
   * Gives the signer's place to someone else, whose language is the request's.
   * @returns the form's problems; null if an obstacle prevents it, or this signer may not hand over
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

  /** In the language that the page showed, even if another was chosen since in another window. */
  private consentTo(context: SigningContext, visit: Visit, { shownLocale }: PostedFields): Consent {
    return consentOf(context, this.templates, nearestLocale(shownLocale) ?? localeOfVisit(visit, context));
  }

  private keepForm(tx: EntityManager, { signature, signer }: SigningContext, filled: FilledForm) {
    const { values, hidden } = valuesOf(filled);
    return this.forms.keep(tx, signature, signer.id, values, hidden);
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

/**
 * The form shows the handwriting of a known name, and the `reviewed` screen of any name. Both send the tag of the
 * picture they showed.
 */
function hasSeenMark(context: SigningContext, { mark }: SignRequest, fields: PostedFields): boolean {
  if (mark.kind === 'uploaded') return textOf(fields, 'pictureTag') === pictureTag(mark);
  return mark.kind !== 'click' || !needsName(context) || fields.reviewed === 'yes';
}

/** What evidence of version 2 says of the documents that somebody acted on. */
export const documentsIn = ({ documents }: Pick<SigningContext, 'documents'>): DocumentDigest[] =>
  documents.map(({ n, sha256: digest }) => ({ n, sha256: digest }));

const nameOf = (context: SigningContext, request: SignRequest) => request.name ?? signerNameOf(context);

function givenBy(context: SigningContext, request: SignRequest): GivenSignature {
  const { mark, witnessName } = request;
  const { verifiedName } = context;
  return { mark, witnessName, name: nameOf(context, request), verifiedName };
}

/** The audit trail's record of a signature apart from its mark: method, name, and digests of the entries. */
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
