import { Injectable } from '@nestjs/common';
import { Page } from '../../platform/pages/page.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.service.js';
import { handFaceFor } from '../../pdf/hand-faces.js';
import { consentOf } from '../consent.js';
import { readStrokes } from '../domain/drawn-mark.js';
import {
  type FieldProblem,
  lineOf,
  MARKS_OF,
  type PostedFields,
  readEntries,
  textOf,
} from '../domain/sign-form.js';
import { problemModel } from './problems.view-model.js';
import { entryFieldsOf, needsName } from '../signing.service.js';
import { toEntryControls, toPageModel } from './signing-page.view-model.js';
import { localeOfVisit, type VisitLanguages } from '../domain/signer-language.js';
import { type SigningContext } from '../domain/signing-context.js';
import { type Visit } from '../domain/visit.js';

/** Characters of the picture's digest in its URL, so that a browser does not show an earlier picture from its cache. */
const PICTURE_TAG = 12;

/** The last screen: consent and the signature itself. */
@Injectable()
export class ConsentPages {
  constructor(private readonly templates: TemplateRenderer) {}

  page(visit: VisitLanguages, context: SigningContext): Page {
    return new Page('signing/consent', this.model(visit, context, []));
  }

  /** The screen again with what was entered, and the problems if there are any. */
  again(visit: Visit, context: SigningContext, problems: FieldProblem[], fields: PostedFields): Page {
    const strokes = readStrokes(textOf(fields, 'strokes'));
    const entered = {
      strokes: strokes && JSON.stringify(strokes),
      name: lineOf(fields, 'name'),
      typed: lineOf(fields, 'typed'),
      witness: lineOf(fields, 'witness'),
      agreed: fields.agree === 'yes',
      method: textOf(fields, 'method'),
    };
    const isPictureNew = entered.method === 'uploaded' && problems.length === 0;
    const { entries } = readEntries(fields, entryFieldsOf(context), () => null);
    const model = { ...this.model(visit, context, problems, entries), entered, isPictureNew };
    return new Page('signing/consent', model, problems.length > 0 ? 400 : 200);
  }

  private model(
    visit: VisitLanguages,
    context: SigningContext,
    problems: FieldProblem[],
    entries?: ReadonlyMap<number, string>,
  ): object {
    const marks = MARKS_OF[context.signature.type];
    const locale = localeOfVisit(visit, context);
    const model = toPageModel(context, 'consent');
    const { errors, fieldErrors } = problemModel(this.templates, locale, problems);
    const { picture } = context;
    const writable = model.signerName !== null && handFaceFor(model.signerName) !== null;
    return {
      ...model,
      statement: consentOf(context, this.templates, locale).text,
      shownLocale: locale,
      mayDraw: marks.includes('drawn'),
      mayType: marks.includes('typed'),
      mustMark: !marks.includes('click'),
      asksName: needsName(context),
      picture: picture && `${model.addresses.picture}?v=${picture.sha256.slice(0, PICTURE_TAG)}`,
      entered: {
        method: picture ? 'uploaded' : (marks.find((kind) => kind !== 'click') ?? null),
        typed: marks.includes('click') || !writable ? '' : model.signerName,
      },
      isVerifiedName: !context.signer.name?.trim() && context.verifiedName !== null,
      entryFields: toEntryControls(entryFieldsOf(context), model.signerName ?? '', entries, fieldErrors),
      errors,
      fieldErrors,
    };
  }
}
