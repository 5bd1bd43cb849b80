import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { mailFailure } from '../platform/disruptions/disruption.queries.js';
import { JobPaces } from '../platform/jobs/job-paces.js';
import { mailFaultOf, reasonOf } from '../platform/mail/mail-fault.js';
import { MAIL_JOB } from '../platform/mail/mail-queue.js';
import { MailTransport } from '../platform/mail/mail-transport.port.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.js';
import { type DoctorCheck, finding } from './domain/doctor-check.js';

/** At most this many reasons are named in a message. */
const MAX_NAMED = 20;
const NAME = 'mail';

/** Checks whether mail is accepted: the mail server's latest replies, and whether it lets the service in now. */
@Injectable()
export class MailCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly transport: MailTransport,
    private readonly templates: TemplateRenderer,
    private readonly paces: JobPaces,
  ) {}

  async examine(): Promise<DoctorCheck> {
    const { smtpUrl } = this.settings;
    const { quotaSince, answer, perMinute, isSlowed } = await this.paces.state(MAIL_JOB);
    if (quotaSince) {
      const message = `the mail server's quota has been used up since ${quotaSince.toISOString()}: ${answer}`;
      return finding(NAME, false, 'mail_quota_used_up', message);
    }
    const failure = await mailFailure(this.dataSource.manager);
    if (failure) {
      const { since, organizations, reasons } = failure;
      const whose = organizations === 1 ? 'one organization' : `${organizations} organizations`;
      const said = reasons.length === 0 ? '' : `: ${reasons.slice(0, MAX_NAMED).join('; ')}`;
      const message = `no mail from ${whose} has been accepted since ${since.toISOString()}${said}`;
      return finding(NAME, false, 'mail_failing', message);
    }
    if (smtpUrl !== undefined) return this.signIn(smtpUrl, paceOf(perMinute, isSlowed));
    const message = 'SMTP_URL is not set: emails are only written to the outbox folder';
    return finding(NAME, null, 'no_mail_server', message);
  }

  private async signIn(smtpUrl: string, pace: string): Promise<DoctorCheck> {
    try {
      await this.transport.tryOut();
      const how = new URL(smtpUrl).username === '' ? 'answers' : 'accepts the sign-in';
      return { name: NAME, ok: true, message: `emails are sent over SMTP${pace}, and the server ${how}` };
    } catch (error) {
      const key = `dashboard.testMail.faults.${mailFaultOf(error)}.what`;
      const what = this.templates.translate({ key }, { locale: DEFAULT_LOCALE });
      return finding(NAME, false, 'mail_server_refuses', `${what}: ${reasonOf(error)}`);
    }
  }
}

function paceOf(perMinute: number | null, isSlowed: boolean): string {
  if (perMinute === null) return '';
  const pace = `, at most ${Math.floor(perMinute)} a minute`;
  return isSlowed ? `${pace} for now because the server refused more` : pace;
}
