import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { type HandOverForm, MAX_HAND_OVER_REASON } from '../domain/hand-over-form.js';
import { type FieldProblem } from '../domain/sign-form.js';
import { localeOfVisit } from '../domain/signer-language.js';
import { type SigningContext } from '../domain/signing-context.js';
import {
  isHandOverAllowed,
  mayHandOver,
  type Obstacle,
  obstacleTo,
  reachableStep,
  readingStep,
  type SigningStep,
  stepAfter,
} from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { OneTimeCodeQueries } from '../one-time-code.queries.js';
import { type CodeRefusal } from '../one-time-codes.js';
import { SigningAccess } from '../signing-access.js';
import { addressesOf } from '../signing-addresses.js';
import { ConsentPages } from './consent-pages.js';
import { DocumentPages } from './document-pages.js';
import { type ProblemModel, problemModel } from './problems.view-model.js';
import {
  toCodeModel,
  toDoneModel,
  toIdentityModel,
  toLandingModel,
  toPageModel,
  toSideModel,
} from './signing-page.view-model.js';

/** A screen whose task is done is skipped. */
const isDone: Partial<Record<SigningStep, (context: SigningContext) => boolean>> = {
  code: ({ isCodeVerified }) => isCodeVerified,
  identity: ({ identity }) => identity === 'passed',
};

/** Builds each page from the signing context. */
@Injectable()
export class SigningPages {
  constructor(
    private readonly access: SigningAccess,
    private readonly codes: OneTimeCodeQueries,
    private readonly consents: ConsentPages,
    private readonly documents: DocumentPages,
    private readonly templates: TemplateRenderer,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * The screen, the page that explains an obstacle, or a redirect to an earlier unfinished screen.
   * @param asForm whether the document's entries can be changed on the last screen, or are checked on the document's
   */
  async show(visit: Visit, wanted: SigningStep, asForm = false): Promise<PageResult> {
    const context = await this.access.find(visit);
    const obstacle = obstacleTo(context);
    if (obstacle !== null) return this.side(visit, context, obstacle, wanted);
    const reachable = reachableStep(context, wanted);
    const step = isDone[reachable]?.(context) ? stepAfter(context.signature, reachable) : reachable;
    if (step !== wanted) return new Redirect(addressesOf(visit.token)[step]);
    return this.page(visit, context, step, asForm);
  }

  /** The page shown when signing is not possible: the reason, or the document for a waiting signer. */
  private async side(
    visit: Visit,
    context: SigningContext,
    obstacle: Obstacle,
    wanted: SigningStep,
  ): Promise<PageResult> {
    const step = readingStep(context, wanted);
    if (step === null) {
      const { status, model } = toSideModel(context, obstacle);
      return new Page('signing/side', model, status);
    }
    if (step !== wanted) return new Redirect(addressesOf(visit.token)[step]);
    if (step === 'document') return this.documents.reading(context);
    return new Page('signing/code', await this.codeModel(visit, context, null));
  }

  /** The code screen with the reason for a refusal. */
  async refuseCode(visit: Visit, refusal: CodeRefusal): Promise<PageResult> {
    const context = await this.access.find(visit);
    return new Page('signing/code', await this.codeModel(visit, context, refusal), 400);
  }

  /** The confirmation after signing, or the first screen for signers who have not signed. */
  async done(visit: Visit): Promise<PageResult> {
    const context = await this.access.find(visit);
    const obstacle = obstacleTo(context);
    if (context.signer.status !== 'signed' || (obstacle !== 'signed' && obstacle !== 'completed')) {
      return new Redirect(addressesOf(visit.token).landing);
    }
    return new Page('signing/done', toDoneModel(context));
  }

  /** Asks for the reason, then for confirmation. */
  async reject(visit: Visit, reason: string, problem: string | null): Promise<PageResult> {
    const context = await this.access.find(visit);
    if (obstacleTo(context) !== null) return this.show(visit, 'landing');
    const problems = problem === null ? [] : [{ field: 'reason', problem }];
    const model = {
      ...toPageModel(context, 'landing'),
      reason,
      ...this.problems(visit, context, problems),
    };
    const view = reason === '' || problem !== null ? 'signing/reject' : 'signing/reject-confirm';
    return new Page(view, model, problem === null ? 200 : 400);
  }

  /** Asks who should sign instead. @param form - earlier entries, with their problems */
  async handOver(visit: Visit, form: HandOverForm, problems: FieldProblem[]): Promise<PageResult> {
    const context = await this.access.find(visit);
    if (!mayHandOver(context)) return new Redirect(addressesOf(visit.token)[beforeHandOver(context)]);
    const model = {
      ...toPageModel(context, 'landing'),
      entered: form,
      mostWords: MAX_HAND_OVER_REASON,
      identityHint: context.identity === 'to_begin' ? { key: 'signing.handOver.checked' } : null,
      ...this.problems(visit, context, problems),
    };
    return new Page('signing/hand-over', model, problems.length === 0 ? 200 : 400);
  }

  private async page(
    visit: Visit,
    context: SigningContext,
    step: SigningStep,
    asForm: boolean,
  ): Promise<PageResult> {
    switch (step) {
      case 'landing':
        return new Page('signing/landing', toLandingModel(context));
      case 'code':
        return new Page('signing/code', await this.codeModel(visit, context, null));
      case 'document':
        return asForm ? this.documents.incompleteForm(visit, context) : this.documents.form(visit, context);
      case 'identity':
        return new Page('signing/identity', toIdentityModel(context));
      case 'consent':
        return (
          (await this.consents.page(visit, context, asForm)) ??
          new Redirect(`${addressesOf(visit.token).document}?check`)
        );
    }
  }

  private async codeModel(
    visit: Visit,
    context: SigningContext,
    refusal: CodeRefusal | null,
  ): Promise<object> {
    const row = await this.codes.find(this.dataSource.manager, context.signer);
    const problems =
      refusal === null ? [] : [{ field: refusal === 'wrong' ? 'code' : '', problem: `code_${refusal}` }];
    return {
      ...toCodeModel(context, row !== null && !row.isExpired),
      ...this.problems(visit, context, problems),
    };
  }

  private problems(visit: Visit, context: SigningContext, problems: FieldProblem[]): ProblemModel {
    return problemModel(this.templates, localeOfVisit(visit, context), problems);
  }
}

/** Leads to the code screen if entering the code would allow the signer to hand over. */
function beforeHandOver(context: SigningContext): SigningStep {
  const awaitsCode = isHandOverAllowed(context.signature) && reachableStep(context, 'document') === 'code';
  return awaitsCode ? 'code' : 'landing';
}
