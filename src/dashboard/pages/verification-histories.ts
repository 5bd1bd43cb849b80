import { Injectable } from '@nestjs/common';
import { Members } from '../../accounts/members.js';
import { ActivityLog } from '../../activity/activity-log.js';
import { type IdentityVerification } from '../../identity-verifications/identity-verification.entity.js';
import { VerificationsService } from '../../identity-verifications/verifications.service.js';
import { type HistoryRow, toVerificationHistory } from './verification-history.view-model.js';

/** Acts of members read: claims of a case can be many. */
const MOST_ACTS = 500;

type Told = Pick<IdentityVerification, 'organizationId' | 'id' | 'email' | 'fullName' | 'begunByUserId'>;

/** Histories of verifications, told from their events, their trails and the activity. */
@Injectable()
export class VerificationHistories {
  constructor(
    private readonly activity: ActivityLog,
    private readonly members: Members,
    private readonly verifications: VerificationsService,
  ) {}

  /** The newest first. */
  async of({ organizationId, id, email, fullName, begunByUserId }: Told): Promise<HistoryRow[]> {
    const history = await this.verifications.history(organizationId, id);
    const subject = { subjectKind: 'identity_verification', subjectId: id, limit: MOST_ACTS } as const;
    return toVerificationHistory({
      ...history,
      activity: await this.activity.browse(organizationId, subject),
      looks: await this.activity.findLooks(organizationId, id, history.pictureIds),
      members: await this.members.names(organizationId),
      person: fullName || email,
      begunByUserId,
    });
  }

  /** The decision of a review, by a reviewer or the operator; null if there was none. */
  async decisionOn(verification: Told): Promise<HistoryRow | null> {
    const history = await this.of(verification);
    return history.find(({ type }) => type === 'review_decided') ?? null;
  }
}
