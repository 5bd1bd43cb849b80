import { Injectable } from '@nestjs/common';
import { Page } from '../../platform/pages/page.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { consentOf } from '../consent.js';
import { entryFieldsOf, formNeedsOf } from '../domain/form-needs.js';
import { type PostedFields } from '../domain/posted-fields.js';
import { nothingShown, shownBefore, shownNow, shownToken } from '../domain/shown.js';
import {
  ALL_DRAWN,
  type FieldProblem,
  lineOf,
  readDraft,
  readEntries,
  readSignForm,
} from '../domain/sign-form.js';
import { localeOfVisit, type VisitLanguages } from '../domain/signer-language.js';
import { needsName, signerNameOf } from '../domain/signer-name.js';
import { type SigningContext } from '../domain/signing-context.js';
import { type Visit } from '../domain/visit.js';
import { FormChecks } from '../form-checks.js';
import { SignDrafts } from '../sign-drafts.js';
import { toEarlierPeople } from './earlier.view-model.js';
import { toFormReview } from './form-review.view-model.js';
import { toClickMark, toMarkModel, toShownMark } from './mark.view-model.js';
import { problemModel } from './problems.view-model.js';
import { toEntryControls, toPageModel } from './signing-page.view-model.js';

/** Placeholders for the last screen's own questions. */
const LAST_ANSWERS = { witness: 'x', agree: 'yes' };

/** The last screen: consent, and the signature unless it was given in the document. */
@Injectable()
export class ConsentPages {
  constructor(
    private readonly templates: TemplateRenderer,
    private readonly drafts: SignDrafts,
    private readonly forms: FormChecks,
  ) {}

  /**
   * @param asForm makes the document's entries editable, for browsers without scripts
   * @returns null while the request's form lacks something
   */
  async page(visit: Visit, context: SigningContext, asForm: boolean): Promise<Page | null> {
    const draft = await this.drafts.read(visit, context);
    if (this.forms.problems(visit, context, draft).length > 0) return null;
    return this.show(visit, context, draft, asForm);
  }

  /** @param draft the document's entries, or null */
  show(visit: VisitLanguages, context: SigningContext, draft: PostedFields | null, asForm = false): Page {
    const mayReview = !asForm && (draft !== null || asksNothing(context));
    return new Page('signing/consent', this.model(visit, context, [], draft, mayReview));
  }

  /** The screen again with the entries, and problems, if any. */
  again(visit: Visit, context: SigningContext, problems: FieldProblem[], fields: PostedFields): Page {
    const isMarkNew = fields.method === 'uploaded' && problems.length === 0;
    const isReviewed = fields.reviewed === 'yes' && problems.every(({ field }) => field in LAST_ANSWERS);
    const model = this.model(visit, context, problems, fields, isReviewed);
    return new Page('signing/consent', { ...model, isMarkNew }, problems.length > 0 ? 400 : 200);
  }

  /** The screen with all entries, including others' new ones since it was sent. Nothing is signed yet. */
  showEarlier(visit: Visit, context: SigningContext, fields: PostedFields): Page {
    return new Page('signing/consent', this.model(visit, context, [], fields, fields.reviewed === 'yes'));
  }

  /** The screen with the form as it would be signed, which differs from what was shown. Nothing is agreed to yet. */
  showForm(visit: Visit, context: SigningContext, fields: PostedFields): Page {
    const isReviewed = fields.reviewed === 'yes';
    const model = this.model(visit, context, [], { ...fields, agree: '' }, isReviewed);
    return new Page('signing/consent', { ...model, isFormNew: true });
  }

  /** The screen after a name was entered, showing it in the handwriting that a click leaves. Nothing is agreed to yet. */
  showMark(visit: Visit, context: SigningContext, fields: PostedFields): Page {
    const model = this.model(visit, context, [], { ...fields, agree: '' }, true);
    return new Page('signing/consent', { ...model, isMarkNew: true });
  }

  /** @param mayReview whether complete entries are shown instead of the form */
  private model(
    visit: VisitLanguages,
    context: SigningContext,
    problems: FieldProblem[],
    fields: PostedFields | null,
    mayReview: boolean,
  ): object {
    const locale = localeOfVisit(visit, context);
    const model = toPageModel(context, 'consent');
    const { errors, fieldErrors } = problemModel(this.templates, locale, problems);
    const { entered, ...mark } = toMarkModel(context, fields);
    const isSent = fields !== null && ('shown' in fields || 'agree' in fields);
    const seen = isSent ? (shownBefore(context, fields) ?? nothingShown(context)) : undefined;
    const earlier = toEarlierPeople(context, seen && new Set(seen.signers.map(({ signerId }) => signerId)));
    const entries = fields ? readEntries(fields, entryFieldsOf(context), ALL_DRAWN).entries : undefined;
    return {
      ...model,
      ...mark,
      statement: consentOf(context, this.templates, locale).text,
      shownLocale: locale,
      shown: context.documentSha256 === null ? null : shownToken(context, shownNow(context)),
      earlier,
      // Also if the screen is repeated for another reason, such as a missing entry.
      isOutdated: earlier?.first.some(({ isNew }) => isNew) ?? false,
      asksName: needsName(context),
      entered: {
        ...entered,
        name: fields && lineOf(fields, 'name'),
        witness: fields && lineOf(fields, 'witness'),
        agreed: fields?.agree === 'yes',
      },
      clickMark: toClickMark(context),
      isVerifiedName: !context.signer.name?.trim() && context.verifiedName !== null,
      entryFields: toEntryControls(entryFieldsOf(context), model.signerName ?? '', entries, fieldErrors),
      review: mayReview ? reviewOf(context, fields ?? {}) : null,
      formReview: toFormReview(visit, context, fields),
      mayChange: !asksNothing(context),
      hasGiven: needsName(context) || entryFieldsOf(context).length > 0,
      errors,
      fieldErrors,
    };
  }
}

const asksNothing = (context: SigningContext) =>
  context.signature.type === 'fast' && entryFieldsOf(context).length === 0 && !needsName(context);

/** What will be written into the document; null if something is missing, so the form is needed. */
function reviewOf(context: SigningContext, fields: PostedFields): object | null {
  const needs = formNeedsOf(context);
  const { request } = readSignForm({ ...fields, ...LAST_ANSWERS }, needs);
  if (request === null) return null;
  return {
    given: request.name,
    mark: toShownMark(request.mark, request.name ?? signerNameOf(context) ?? context.signer.email),
    carried: Object.entries(readDraft(fields, needs)).map(([field, entry]) => ({ field, entry })),
  };
}
