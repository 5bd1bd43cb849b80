import { Injectable } from '@nestjs/common';
import { type BrandChange, Brands, shownInMail, toMailBrand } from '../../brands/brands.js';
import { pageBrand } from '../../brands/domain/page-brand.js';
import { Retention } from '../../identity-verifications/retention.js';
import { Settings } from '../../platform/config/settings.js';
import { MailRenderer } from '../../platform/mail/mail-renderer.js';
import { type FramedMail, FramedPage } from '../../platform/pages/page.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { invitationExample, signingExample, verificationExample } from '../domain/brand-examples.js';
import { type BrandFields } from '../domain/brand-fields.policy.js';
import { dataAddress, toFramedMail } from './framed-mail.js';

export const PREVIEWS = ['signing', 'verification', 'mail'] as const;
export type Preview = (typeof PREVIEWS)[number];

interface ShownLogo {
  png: Buffer;
  width: number;
  height: number;
}

/** Shows a brand, saved or not, on the real pages and mail with example data. It stores nothing. */
@Injectable()
export class BrandPreviews {
  constructor(
    private readonly brands: Brands,
    private readonly retention: Retention,
    private readonly mails: MailRenderer,
    private readonly settings: Settings,
  ) {}

  async saved(organizationId: number, preview: Preview): Promise<FramedPage | FramedMail> {
    const { logo, ...brand } = await this.brands.find(organizationId);
    return this.show(organizationId, preview, brand, logo && (await this.savedLogo(organizationId)));
  }

  async unsaved(
    organizationId: number,
    preview: Preview,
    { logo, ...brand }: BrandChange,
  ): Promise<FramedPage | FramedMail> {
    if (logo === 'remove') return this.show(organizationId, preview, brand, null);
    const shown =
      logo === 'keep' ? await this.savedLogo(organizationId) : { ...logo, png: Buffer.from(logo.png) };
    return this.show(organizationId, preview, brand, shown);
  }

  private async savedLogo(organizationId: number): Promise<ShownLogo | null> {
    const { logo } = await this.brands.find(organizationId);
    const png = logo && (await this.brands.logo(logo.token));
    return logo && png && { ...logo, png };
  }

  private async show(
    organizationId: number,
    preview: Preview,
    brand: BrandFields,
    logo: ShownLogo | null,
  ): Promise<FramedPage | FramedMail> {
    if (preview === 'mail') return this.mail(brand, logo);
    const shown = { brand: pageBrand(brand, logo && { ...logo, address: dataAddress(logo.png) }) };
    const locale = brand.locale ?? DEFAULT_LOCALE;
    if (preview === 'signing')
      return new FramedPage('signing/landing', { ...signingExample(brand.name), ...shown }, locale);
    const days = await this.retention.daysOf(organizationId);
    return new FramedPage(
      'verification/start',
      { ...verificationExample(brand.name, days), ...shown },
      locale,
    );
  }

  private mail(brand: BrandFields, logo: ShownLogo | null): FramedMail {
    const model = invitationExample(brand.name, this.settings.publicUrl);
    const look = toMailBrand(brand, logo && shownInMail({ ...logo, content: logo.png }));
    const message = { template: 'invitation', model, to: 'alex@example.com' } as const;
    return toFramedMail(this.mails.render(message, 'preview', new Date(), look));
  }
}
