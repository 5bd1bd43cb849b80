import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Brands } from '../../brands/brands.js';
import { Settings } from '../../platform/config/settings.js';
import { MailRenderer } from '../../platform/mail/mail-renderer.js';
import { type OutgoingMail } from '../../platform/mail/mail-transport.port.js';
import { type FramedMail, type FramedPage } from '../../platform/pages/page.js';
import { toSignerMail } from '../../signatures/domain/signer-mail.js';
import { isReached } from '../../signatures/domain/signing-order.policy.js';
import { RequestForms } from '../../signatures/form/request-forms.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { type SigningContext } from '../../signing/domain/signing-context.js';
import { stepsOf } from '../../signing/domain/signing-step.policy.js';
import { draftContext, type RequestKey } from '../../signing/draft-context.queries.js';
import { type PreviewedScreen, SigningPreviews } from '../../signing/signing-previews.port.js';
import { type Draft } from './drafts.js';
import { toFramedMail } from './framed-mail.js';

const MAILS = ['invitation', 'your-turn'] as const;

/** Something a signer sees: a mail or a screen. */
export type Screen = (typeof MAILS)[number] | PreviewedScreen;

/** Stands for the link, which does not exist yet. */
const NO_TOKEN = '…';

/** Shows a draft as each signer will see it, using the real mails and pages. It stores nothing. */
@Injectable()
export class RequestPreviews {
  constructor(
    private readonly dataSource: DataSource,
    private readonly input: RequestInput,
    private readonly brands: Brands,
    private readonly mails: MailRenderer,
    private readonly pages: SigningPreviews,
    private readonly forms: RequestForms,
    private readonly settings: Settings,
  ) {}

  /** @param place - of the signer in the plan, from 1 @throws AppError 404, 400 `not_a_draft` */
  async open(key: RequestKey, plan: NonNullable<Draft['plan']>, place: number): Promise<SigningContext> {
    const details = await this.input.sending(plan);
    const formOf: Parameters<typeof draftContext>[3] = (...draft) => this.forms.of(...draft);
    return draftContext(this.dataSource.manager, key, { details, place }, formOf);
  }

  /** In the order the signer sees them. */
  screensOf(context: SigningContext): Screen[] {
    const { signature, signer } = context;
    const waiting: Screen[] = isReached(context, signer) ? [] : ['not-your-turn', 'your-turn'];
    return ['invitation', ...waiting, ...stepsOf(signature), 'done'];
  }

  /** @param member - the name of the member who would send it @returns null for a screen */
  async mail(context: SigningContext, screen: Screen, member: string | null): Promise<OutgoingMail | null> {
    const template = MAILS.find((mail) => mail === screen);
    if (!template) return null;
    const { signature, organizationName } = context;
    const senderMember = signature.senderName === organizationName ? member : null;
    const asker = { organizationName, senderMember, replyTo: null };
    const message = toSignerMail(
      template,
      { ...context, asker },
      `${this.settings.publicUrl}/sign/${NO_TOKEN}`,
    );
    const brand = await this.brands.mailBrand(signature.organizationId);
    return this.mails.render(message, 'preview', new Date(), brand);
  }

  /** @param file - the address of the document's PDF */
  async frame(
    context: SigningContext,
    screen: Screen,
    file: string,
    member: string | null,
  ): Promise<FramedPage | FramedMail> {
    const mail = await this.mail(context, screen, member);
    return mail ? toFramedMail(mail) : this.pages.page(context, screen as PreviewedScreen, file);
  }
}
