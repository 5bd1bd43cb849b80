import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { HttpClientModule } from '../platform/http-client/http-client.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { AccountNotices } from './account-notices.js';
import { AccountSessions } from './account-sessions.js';
import { Entrances } from './entrances.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { Guesses } from './guesses.js';
import { Invitations } from './invitations.js';
import { IssuerClient } from './issuer-client.js';
import { ResetPasswordJob } from './jobs/reset-password.job.js';
import { KeptForms } from './kept-forms.js';
import { AccountChangedMailComposer } from './mails/account-changed-mail.composer.js';
import { InvitationMailComposer } from './mails/invitation-mail.composer.js';
import { PasswordResetMailComposer } from './mails/password-reset-mail.composer.js';
import { ReviewerChangedMailComposer } from './mails/reviewer-changed-mail.composer.js';
import { MemberRecords } from './member-records.js';
import { Members } from './members.js';
import { OwnNames } from './own-names.js';
import { Passkeys } from './passkeys.js';
import { PasswordChanges } from './password-changes.js';
import { PasswordResets } from './password-resets.js';
import { ReadingChoices } from './reading-choices.js';
import { ReviewerNotices } from './reviewer-notices.js';
import { SecondFactors } from './second-factors.js';
import { SignIn } from './sign-in.js';
import { SignOnIdentities } from './sign-on-identities.js';
import { SignOnSettings } from './sign-on-settings.js';
import { SingleSignOn } from './single-sign-on.js';

@Module({
  imports: [ActivityModule, CryptoModule, HttpClientModule, JobsModule, MailModule, OrganizationsModule],
  providers: [
    SignIn,
    Guesses,
    Entrances,
    PasswordChanges,
    FailedSignIns,
    AccountNotices,
    AccountChangedMailComposer,
    ReviewerChangedMailComposer,
    AccountSessions,
    KeptForms,
    SecondFactors,
    Passkeys,
    IssuerClient,
    SignOnSettings,
    SignOnIdentities,
    SingleSignOn,
    Invitations,
    InvitationMailComposer,
    PasswordResets,
    PasswordResetMailComposer,
    ResetPasswordJob,
    MemberRecords,
    OwnNames,
    ReadingChoices,
    ReviewerNotices,
    Members,
  ],
  exports: [
    AccountSessions,
    Entrances,
    Invitations,
    IssuerClient,
    KeptForms,
    MemberRecords,
    OwnNames,
    ReadingChoices,
    Members,
    Passkeys,
    PasswordChanges,
    PasswordResets,
    SecondFactors,
    SignIn,
    SignOnIdentities,
    SignOnSettings,
    SingleSignOn,
  ],
})
export class AccountsModule {}
