import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors.js';
import { type ExtractedData, matchedBy } from '../../identity-verifications/domain/decision.js';
import { isFinal } from '../../identity-verifications/domain/verification.state.js';
import { MediaErasure } from '../../identity-verifications/media-erasure.js';
import { type LinkState, VerificationCare } from '../../identity-verifications/verification-care.js';
import { VerificationsService } from '../../identity-verifications/verifications.service.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { mayOpen } from '../domain/areas.js';
import { listBehind, VERIFICATION_LIST } from '../domain/list-address.js';
import { timeLeft } from '../domain/time-left.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { toReasons } from './review-case.view-model.js';
import { VerificationHistories } from './verification-histories.js';

/** What the page says besides the verification itself. */
interface Remarks {
  /** The link, for a member who asked for it. */
  shownLink?: string;
  refusal?: 'link_closed' | 'too_many_mails';
}

const REFUSALS = ['link_closed', 'too_many_mails'] as const;

/** The page of a verification. */
@Injectable()
export class VerificationPages {
  constructor(
    private readonly verifications: VerificationsService,
    private readonly care: VerificationCare,
    private readonly erasure: MediaErasure,
    private readonly histories: VerificationHistories,
    private readonly shell: DashboardShell,
  ) {}

  async show(visit: DashboardVisit, id: number, remarks: Remarks = {}, status = 200): Promise<Page> {
    const { organizationId } = visit;
    const { verification } = await this.verifications.get(organizationId, id);
    const report = await this.verifications.report(organizationId, id);
    const { email, fullName, locale, state, documentType, verificationMethod, createdAt } = verification;
    const { mediaErasureBeganAt, mediaErasedAt, expiresAt } = verification;
    const isErased = mediaErasureBeganAt !== null || mediaErasedAt !== null;
    const link = await this.care.stateOf(verification);
    const model = {
      ...remarks,
      ...listBehind(visit.url, VERIFICATION_LIST),
      isPlain: !remarks.refusal && !remarks.shownLink,
      verification: {
        id,
        email,
        fullName,
        language: locale,
        state,
        documentType,
        verificationMethod,
        createdAt,
        expiresAt,
        mediaErasedAt,
      },
      link: toLink(link),
      cancelled: link.cancelled,
      history: await this.histories.of(verification),
      report,
      compared: report && { by: matchedBy(report.checks), score: report.matchScore.toFixed(2) },
      reasons: toReasons(report?.reasons ?? []),
      extracted: report && fieldsOf(report.extractedData),
      filesLeft: isErased ? await this.erasure.filesLeft(organizationId, id) : 0,
      mayErase: isFinal(state) && !isErased && mayOpen(visit, 'erasure'),
    };
    return this.shell.page(visit, 'verification', model, status);
  }

  /** The result of `work`. What can no longer be done is said on the verification's page. */
  async orSay(visit: DashboardVisit, id: number, work: () => Promise<PageResult>): Promise<PageResult> {
    try {
      return await work();
    } catch (error) {
      const refusal = error instanceof AppError ? REFUSALS.find((code) => code === error.code) : undefined;
      if (!refusal) throw error;
      return this.show(visit, id, { refusal }, 400);
    }
  }
}

function toLink({ isOpen, mayCancel, secondsLeft, mails: { queued, last } }: LinkState) {
  return isOpen && { left: timeLeft(secondsLeft), mayCancel, queued, mail: last };
}

/** Fields by name, in the order of the API's report. */
function fieldsOf(data: ExtractedData) {
  const { firstName, lastName, dateOfBirth, documentNumber, expiryDate, nationality, issuingCountry } = data;
  const inOrder = {
    firstName,
    lastName,
    dateOfBirth,
    documentNumber,
    expiryDate,
    nationality,
    issuingCountry,
  };
  return Object.entries(inOrder).map(([field, text]) => ({ field, text }));
}
