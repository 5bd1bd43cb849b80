import { Injectable } from '@nestjs/common';
import { Retention } from '../../identity-verifications/retention.js';
import { VerificationLinks } from '../../identity-verifications/verification-links.js';
import { type BrowserLanguage } from '../../platform/pages/language-choice.js';
import { CameraPage, Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { type UploadProblem } from '../document-uploads.js';
import { mayChooseDocument } from '../domain/document-choice.policy.js';
import { type Session, Sessions } from '../sessions.js';
import { toResultModel } from './result-page.view-model.js';
import {
  addressesOf,
  toCheckingModel,
  toDocumentTypeModel,
  toPageModel,
  toSelfieModel,
  toStartModel,
  toUploadModel,
} from './session-page.view-model.js';

/** Builds the page of the step that is due. */
@Injectable()
export class SessionPages {
  constructor(
    private readonly sessions: Sessions,
    private readonly links: VerificationLinks,
    private readonly retention: Retention,
  ) {}

  /**
   * The page of the step that is due.
   * @param person - whose visit can open the session; null if it may not be a person's
   * @param stays - whether to stay on the result
   */
  async show(token: string, person: BrowserLanguage | null, stays = false): Promise<Page> {
    return this.pageOf(await this.sessions.visit(token, person), null, stays);
  }

  /** The photo page again with the reason for the refusal, or the page that is due by now. */
  async refuseUpload(token: string, problem: UploadProblem): Promise<Page> {
    return this.pageOf(await this.sessions.visit(token, null), problem);
  }

  /** The choice of a document, while it is open. `isMissing`: the form was submitted without one. */
  async documentType(token: string, isMissing: boolean): Promise<PageResult> {
    const session = await this.sessions.visit(token, null);
    if (!mayChooseDocument(session)) return new Redirect(addressesOf(token).session);
    return new Page(
      'verification/document-type',
      toDocumentTypeModel(session, isMissing),
      isMissing ? 400 : 200,
    );
  }

  /** Asks the person to confirm the cancellation. */
  async cancel(token: string): Promise<PageResult> {
    const session = await this.sessions.visit(token, null);
    if (session.step.name === 'ended') return new Redirect(addressesOf(token).session);
    return new Page('verification/cancel', toPageModel(session));
  }

  private async pageOf(session: Session, problem: UploadProblem | null, stays = false): Promise<Page> {
    const { step, verification } = session;
    switch (step.name) {
      case 'start':
        return new Page(
          'verification/start',
          toStartModel(session, await this.retention.daysOf(verification.organizationId)),
        );
      case 'document_type':
        return new Page('verification/document-type', toDocumentTypeModel(session, false));
      case 'upload':
        return new CameraPage(
          'verification/upload',
          toUploadModel(session, step, problem),
          problem === null ? 200 : 400,
        );
      case 'checking':
        return new Page('verification/checking', toCheckingModel(session));
      case 'selfie':
        return new CameraPage('verification/selfie', toSelfieModel(session, step));
      case 'ended': {
        const returnUrl = this.links.returnUrl(session.verification);
        const { status, model } = toResultModel(session, returnUrl, stays);
        return new Page('verification/result', model, status);
      }
    }
  }
}
