import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { IdentityDocumentsModule } from '../identity-documents/identity-documents.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { ChallengeSource } from './challenge-source.js';
import { DocumentReport } from './document-report.entity.js';
import { DuplicateIdentities } from './duplicate-identities.js';
import { ErasedMediaRecord } from './erased-media-record.js';
import { IdentityVerificationsController } from './http/identity-verifications.controller.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { AnalyzeImageJob } from './jobs/analyze-image.job.js';
import { EraseMediaJob } from './jobs/erase-media.job.js';
import { ExpireVerificationJob } from './jobs/expire-verification.job.js';
import { ShortenRetentionJob } from './jobs/shorten-retention.job.js';
import { KnownIdentity } from './known-identity.entity.js';
import { LivenessChallenge } from './liveness-challenge.entity.js';
import { LivenessChallenges } from './liveness-challenges.js';
import { LivenessFrame } from './liveness-frame.entity.js';
import { LivenessFrames } from './liveness-frames.js';
import { AskedAgainMailComposer } from './mails/asked-again-mail.composer.js';
import { VerificationLinkMailComposer } from './mails/verification-link-mail.composer.js';
import { MediaErasure } from './media-erasure.js';
import { PersonSteps } from './person-steps.js';
import { PersonVerifications } from './person-verifications.js';
import { Retention } from './retention.js';
import { SealedFindings } from './sealed-findings.js';
import { SessionOpening } from './session-opening.js';
import { SignerVerifications } from './signer-verifications.js';
import { VerificationQueries } from './verification.queries.js';
import { VerificationAuditEvent } from './verification-audit-event.entity.js';
import { VerificationCare } from './verification-care.js';
import { VerificationChanges } from './verification-changes.js';
import { VerificationEvent } from './verification-event.entity.js';
import { VerificationEvidence } from './verification-evidence.js';
import { VerificationImage } from './verification-image.entity.js';
import { VerificationImages } from './verification-images.js';
import { VerificationJournal } from './verification-journal.js';
import { VerificationLifecycle } from './verification-lifecycle.js';
import { VerificationLinks } from './verification-links.js';
import { VerificationLists } from './verification-lists.js';
import { VerificationOutcomes } from './verification-outcomes.js';
import { VerificationPictures } from './verification-pictures.js';
import { VerificationReviews } from './verification-reviews.js';
import { VerificationStarter } from './verification-starter.js';
import { VerificationsService } from './verifications.service.js';

const ENTITIES = [
  IdentityVerification,
  VerificationEvent,
  VerificationAuditEvent,
  VerificationImage,
  LivenessChallenge,
  LivenessFrame,
  KnownIdentity,
  DocumentReport,
];
const PUBLIC = [
  LivenessChallenges,
  SignerVerifications,
  SessionOpening,
  VerificationCare,
  VerificationChanges,
  VerificationImages,
  VerificationJournal,
  VerificationLifecycle,
  VerificationLinks,
  VerificationLists,
  VerificationOutcomes,
  MediaErasure,
  Retention,
  VerificationPictures,
  VerificationQueries,
  VerificationReviews,
  VerificationsService,
  PersonSteps,
  PersonVerifications,
];

@Module({
  imports: [
    ActivityModule,
    AuthModule,
    CryptoModule,
    EventsModule,
    JobsModule,
    MailModule,
    StorageModule,
    TypeOrmModule.forFeature(ENTITIES),
    IdentityDocumentsModule,
  ],
  controllers: [IdentityVerificationsController],
  providers: [
    ...PUBLIC,
    ChallengeSource,
    LivenessFrames,
    SealedFindings,
    DuplicateIdentities,
    ErasedMediaRecord,
    VerificationEvidence,
    VerificationStarter,
    AnalyzeImageJob,
    EraseMediaJob,
    ExpireVerificationJob,
    ShortenRetentionJob,
    VerificationLinkMailComposer,
    AskedAgainMailComposer,
  ],
  exports: PUBLIC,
})
export class IdentityVerificationsModule {}
