import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../common/errors.js';
import { maskedEmail } from '../common/masked-email.js';
import { Download, Page, type PageResult, Redirect } from '../platform/pages/page.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { SignatureDocument } from '../signatures/signature-document.entity.js';
import { consentOf } from './consent.js';
import { readStrokes } from './domain/drawn-mark.js';
import {
  type FieldProblem,
  lineOf,
  MARKS_OF,
  type PostedFields,
  readEntries,
  textOf,
} from './domain/sign-form.js';
import { obstacleTo, reachableStep, type SigningStep, stepAfter } from './domain/signing-step.policy.js';
import { OneTimeCodeQueries } from './one-time-code.queries.js';
import { type CodeRefusal } from './one-time-codes.service.js';
import {
  addressesOf,
  documentNameOf,
  toLandingModel,
  toAskedFields,
  toPageModel,
  toSideModel,
} from './signing-page.view-model.js';
import { askedOf, needsName } from './signing.service.js';
import { SigningAccess } from './signing-access.service.js';
import { type Standing } from './standing.js';
import { type Visit } from './visit.decorator.js';

/** Screens whose task is done are not shown again; the one after is. */
const isDone: Partial<Record<SigningStep, (standing: Standing) => boolean>> = {
  code: ({ isCodeVerified }) => isCodeVerified,
  identity: ({ identity }) => identity === 'passed',
};

interface ProblemModel {
  errors: { field: string; text: string }[];
  fieldErrors: Record<string, string>;
}

/** Builds each page of the journey from where the signer stands. */
@Injectable()
export class SigningPages {
  constructor(
    private readonly access: SigningAccess,
    private readonly codes: OneTimeCodeQueries,
    private readonly templates: TemplateRenderer,
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
  ) {}

  /** The screen, the page of what stands in its way, or a redirect to the screen that comes first. */
  async show(visit: Visit, wanted: SigningStep): Promise<PageResult> {
    const standing = await this.access.look(visit);
    const obstacle = obstacleTo(standing);
    if (obstacle !== null) {
      const { status, model } = toSideModel(standing, obstacle);
      return new Page('signing/side', model, status);
    }
    const reachable = reachableStep(standing, wanted);
    const step = isDone[reachable]?.(standing) ? stepAfter(standing.signature, reachable) : reachable;
    if (step !== wanted) return new Redirect(addressesOf(visit.token)[step]);
    return this.page(visit, standing, step);
  }

  /** The last screen again, with what must be mended and what was entered. */
  mend(visit: Visit, standing: Standing, problems: FieldProblem[], fields: PostedFields): Page {
    const strokes = readStrokes(textOf(fields, 'strokes'));
    const entered = {
      strokes: strokes && JSON.stringify(strokes),
      name: lineOf(fields, 'name'),
      typed: lineOf(fields, 'typed'),
      witness: lineOf(fields, 'witness'),
      agreed: fields.agree === 'yes',
      method: textOf(fields, 'method'),
    };
    const { entries } = readEntries(fields, askedOf(standing));
    const model = this.consentModel(visit, standing, problems, entries);
    return new Page('signing/consent', { ...model, entered }, 400);
  }

  /** The code's screen, saying why a code was refused. */
  async refuseCode(visit: Visit, refusal: CodeRefusal): Promise<PageResult> {
    const standing = await this.access.look(visit);
    return new Page('signing/code', await this.codeModel(visit, standing, refusal), 400);
  }

  /** The confirmation after signing; for whoever has not signed, the first screen. */
  async done(visit: Visit): Promise<PageResult> {
    const standing = await this.access.look(visit);
    const obstacle = obstacleTo(standing);
    if (standing.signer.status !== 'signed' || (obstacle !== 'signed' && obstacle !== 'completed')) {
      return new Redirect(addressesOf(visit.token).landing);
    }
    return new Page('signing/done', toSideModel(standing, 'signed').model);
  }

  /** Asks for the reason, and then once more whether the signer is sure. */
  async reject(visit: Visit, reason: string, problem: string | null): Promise<PageResult> {
    const standing = await this.access.look(visit);
    if (obstacleTo(standing) !== null) return this.show(visit, 'landing');
    const problems = problem === null ? [] : [{ field: 'reason', problem }];
    const model = { ...toPageModel(standing, 'landing'), reason, ...this.problemModel(visit, problems) };
    const view = reason === '' || problem !== null ? 'signing/reject' : 'signing/reject-confirm';
    return new Page(view, model, problem === null ? 200 : 400);
  }

  /** The PDF, for whoever may read it now. @throws AppError 404 for everybody else */
  async file(visit: Visit, disposition: 'inline' | 'attachment'): Promise<Download> {
    const standing = await this.access.look(visit);
    const obstacle = obstacleTo(standing);
    const isOpen = obstacle === null || obstacle === 'signed';
    if (!isOpen || reachableStep(standing, 'document') !== 'document') throw notFound('Document');
    const { organizationId, id: signatureId } = standing.signature;
    const kind = 'presented';
    const document = await this.dataSource.manager.findOneByOrFail(SignatureDocument, {
      organizationId,
      signatureId,
      kind,
    });
    const bytes = await this.files.get(document.storageKey);
    return new Download(
      bytes,
      document.mimeType,
      `${documentNameOf(standing).replace(/\.pdf$/i, '')}.pdf`,
      disposition,
    );
  }

  private async page(visit: Visit, standing: Standing, step: SigningStep): Promise<Page> {
    switch (step) {
      case 'landing':
        return new Page('signing/landing', toLandingModel(standing));
      case 'code':
        return new Page('signing/code', await this.codeModel(visit, standing, null));
      case 'document': {
        const { addresses, ...model } = toPageModel(standing, step);
        return new Page('signing/document', {
          ...model,
          addresses,
          next: addresses[stepAfter(standing.signature, step)],
        });
      }
      case 'identity':
        return new Page('signing/identity', { ...toPageModel(standing, step), identity: standing.identity });
      case 'consent':
        return new Page('signing/consent', this.consentModel(visit, standing, []));
    }
  }

  private async codeModel(visit: Visit, standing: Standing, refusal: CodeRefusal | null): Promise<object> {
    const { organizationId, id: signerId, email } = standing.signer;
    const row = await this.codes.find(this.dataSource.manager, { organizationId, signerId });
    const problems =
      refusal === null ? [] : [{ field: refusal === 'wrong' ? 'code' : '', problem: `code_${refusal}` }];
    return {
      ...toPageModel(standing, 'code'),
      email: maskedEmail(email),
      wasSent: row !== null && !row.isExpired,
      ...this.problemModel(visit, problems),
    };
  }

  private consentModel(
    visit: Visit,
    standing: Standing,
    problems: FieldProblem[],
    entries?: ReadonlyMap<number, string>,
  ): object {
    const marks = MARKS_OF[standing.signature.type];
    const locale = this.templates.localeFor(visit.acceptLanguage);
    const model = toPageModel(standing, 'consent');
    const { errors, fieldErrors } = this.problemModel(visit, problems);
    return {
      ...model,
      statement: consentOf(standing, this.templates, locale).text,
      mayDraw: marks.includes('drawn'),
      mayType: marks.includes('typed'),
      mustMark: !marks.includes('click'),
      asksName: needsName(standing),
      entered: { method: marks[0], typed: marks.includes('click') ? '' : model.signerName },
      isVerifiedName: !standing.signer.name?.trim() && standing.verifiedName !== null,
      asked: toAskedFields(askedOf(standing), model.signerName ?? '', entries, fieldErrors),
      errors,
      fieldErrors,
    };
  }

  /** The list at the top of the form, and each problem at its field. */
  private problemModel(visit: Visit, problems: FieldProblem[]): ProblemModel {
    const locale = this.templates.localeFor(visit.acceptLanguage);
    const errors = problems.map(({ field, problem, label = '' }) => ({
      field,
      text: this.templates.text(`signing.problems.${problem}`, locale, { label }),
    }));
    return { errors, fieldErrors: Object.fromEntries(errors.map(({ field, text }) => [field, text])) };
  }
}
