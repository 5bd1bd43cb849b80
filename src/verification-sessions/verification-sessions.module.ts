import { Module } from '@nestjs/common';
import { IdentityDocumentsModule } from '../identity-documents/identity-documents.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { PagesModule } from '../platform/pages/pages.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { DocumentUploads } from './document-uploads.js';
import { SelfieController } from './http/selfie.controller.js';
import { SessionStateController } from './http/session-state.controller.js';
import { SessionActionsController } from './pages/session-actions.controller.js';
import { SessionPageOwner } from './pages/session-page-owner.js';
import { SessionPagesController } from './pages/session-pages.controller.js';
import { SessionPages } from './pages/session-pages.js';
import { SelfieFrames } from './selfie-frames.js';
import { SessionActions } from './session-actions.js';
import { SessionWatch } from './session-watch.js';
import { Sessions } from './sessions.js';
import { WatchLimits } from './watch-limits.js';

@Module({
  imports: [PagesModule, StorageModule, IdentityVerificationsModule, IdentityDocumentsModule],
  controllers: [SessionPagesController, SessionActionsController, SelfieController, SessionStateController],
  providers: [
    Sessions,
    SessionActions,
    SessionPages,
    SessionPageOwner,
    DocumentUploads,
    SelfieFrames,
    SessionWatch,
    WatchLimits,
  ],
})
export class VerificationSessionsModule {}
