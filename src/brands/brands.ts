import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { lockOrganization, setBrand } from '../organizations/organization.queries.js';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { type MailBrand, MailBrands, type MailLogo } from '../platform/mail/mail-brands.js';
import { FileDeletions } from '../platform/storage/file-deletions.js';
import { FileStore, StoredFileError } from '../platform/storage/file-store.js';
import { type Brand, deleteLogo, findBrand, logoKeyOf, putLogo, type StoredLogo } from './brand.queries.js';
import { accentOf, ON_DARK, ON_LIGHT } from './domain/accent.policy.js';
import { type ChosenLook } from './domain/page-brand.js';
import { type EncodedLogo } from './logo-encoder.js';

/** A change to a brand. */
export interface BrandChange extends Omit<Brand, 'logo' | 'isTest'> {
  /** A new logo, no logo from now on, or the existing one. */
  logo: EncodedLogo | 'remove' | 'keep';
}

/** Of a brand's fields, those left out stay. */
type BrandUpdate = Pick<BrandChange, 'logo'> & Partial<BrandChange>;

/** Codes of the fields that changed. */
type BrandField = Exclude<keyof Brand, 'isTest'>;

/** Maximum size of a logo in a mail, in pixels. */
const MAIL_LOGO = { width: 200, height: 60 };

/** The looks that organizations chose for their pages and mails. */
@Injectable()
export class Brands implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly deletions: FileDeletions,
    private readonly mails: MailBrands,
    private readonly activity: ActivityLog,
  ) {}

  onModuleInit(): void {
    this.mails.register((organizationId) => this.mailBrand(organizationId));
  }

  /**
   * Saves and records what differs. A replaced logo's file is deleted after the commit.
   * @param change - checked by the caller
   */
  async save(by: Actor, change: BrandUpdate): Promise<void> {
    const { logo } = change;
    if (typeof logo === 'string') return this.write(by, change, null);
    const stored = await this.store(by.organizationId, logo);
    return this.files.naming([stored.storageKey], () => this.write(by, change, stored));
  }

  /** Null fields for what the organization has not chosen. @throws Error for an unknown organization */
  find(organizationId: number): Promise<Brand> {
    return findBrand(this.dataSource.manager, organizationId);
  }

  private write(by: Actor, change: BrandUpdate, stored: StoredLogo | null): Promise<void> {
    const { logo } = change;
    const { organizationId } = by;
    return this.transactions.run(async (tx) => {
      await lockOrganization(tx, organizationId);
      const before = await findBrand(tx, organizationId);
      const brand = { ...before, ...change };
      const fields = (['name', 'color', 'contactLine', 'contactEmail', 'locale', 'timeZone'] as const).filter(
        (field) => before[field] !== brand[field],
      );
      const { color: accentColor, locale: defaultLocale } = brand;
      await setBrand(tx, organizationId, { ...brand, accentColor, defaultLocale });
      if (stored) await putLogo(tx, organizationId, stored);
      else if (logo === 'remove') await deleteLogo(tx, organizationId);
      const isLogoChanged = stored !== null || (logo === 'remove' && before.logo !== null);
      if (isLogoChanged && before.logo)
        await this.deletions.add(tx, organizationId, [before.logo.storageKey]);
      const restyled = fields.filter((field) => field !== 'name');
      const changed: BrandField[] = isLogoChanged ? [...restyled, 'logo'] : restyled;
      if (fields.includes('name')) await this.activity.record(tx, { ...by, type: 'organization_renamed' });
      if (changed.length > 0)
        await this.activity.record(tx, { ...by, type: 'brand_saved', data: { changed } });
    });
  }

  /** The logo's PNG; null for a token without a logo. @throws StoredFileError */
  async logo(token: string): Promise<Buffer | null> {
    const key = await logoKeyOf(this.dataSource.manager, token);
    return key === null ? null : this.files.get(key);
  }

  /** The look of an organization's mails. */
  async mailBrand(organizationId: number): Promise<MailBrand> {
    const { logo, ...brand } = await findBrand(this.dataSource.manager, organizationId);
    const content = logo && (await this.sparable(logo));
    return toMailBrand(brand, content && shownInMail({ ...logo, content }));
  }

  /** The PNG for an organization's papers; null if it has no logo, or the file is damaged. */
  async paperLogo(organizationId: number): Promise<Buffer | null> {
    const { logo } = await findBrand(this.dataSource.manager, organizationId);
    return logo && this.sparable(logo);
  }

  /** Null if the file cannot be read: a mail or paper matters more than its picture. */
  private async sparable({ storageKey }: StoredLogo): Promise<Buffer | null> {
    try {
      return await this.files.get(storageKey);
    } catch (error) {
      if (error instanceof StoredFileError) return null;
      throw error;
    }
  }

  private async store(organizationId: number, { png, width, height }: EncodedLogo) {
    const storageKey = await this.files.put(organizationId, Buffer.from(png));
    return { token: newLinkToken(), storageKey, width, height };
  }
}

/** A brand for mails, which need not be stored yet. */
export function toMailBrand(
  { color, contactLine, locale, timeZone, isTest = false }: ChosenLook & Pick<Brand, 'timeZone'>,
  logo: MailLogo | null,
): MailBrand {
  const accent = accentOf(color);
  const colors = accent && { light: accent.light, onLight: ON_LIGHT, dark: accent.dark, onDark: ON_DARK };
  return { colors, logo, contactLine, isTest, locale, timeZone };
}

/** At half its size or smaller, for high-resolution screens. */
export function shownInMail({ content, width, height }: MailLogo): MailLogo {
  const scale = Math.min(1, MAIL_LOGO.width / width, MAIL_LOGO.height / height);
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { content, width: scaled(width), height: scaled(height) };
}
