import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockOrganization, setBrand } from '../organizations/organization.queries.js';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { type MailBrand, MailBrands, type MailLogo } from '../platform/mail/mail-brands.service.js';
import { FileDeletions } from '../platform/storage/file-deletions.service.js';
import { FileStore, StoredFileError } from '../platform/storage/file-store.service.js';
import { type Brand, deleteLogo, findBrand, logoKeyOf, putLogo, type StoredLogo } from './brand.queries.js';
import { accentOf, ON_DARK, ON_LIGHT } from './domain/accent.policy.js';
import { type EncodedLogo } from './logo-encoder.service.js';

/** What changes of a brand. */
export interface BrandChange extends Omit<Brand, 'logo'> {
  /** A new logo, no logo from now on, or the existing one. */
  logo: EncodedLogo | 'remove' | 'keep';
}

/** Codes of what was changed. */
export type BrandField = keyof Brand;

/** Pixels that a logo takes in a mail at most. */
const MAIL_LOGO = { width: 200, height: 60 };

/** What organizations chose for their pages and mails. */
@Injectable()
export class Brands implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly deletions: FileDeletions,
    private readonly mails: MailBrands,
  ) {}

  onModuleInit(): void {
    this.mails.register((organizationId) => this.mailBrand(organizationId));
  }

  /**
   * Saves what differs. The file of a logo that is replaced is deleted after the commit.
   * @param change - checked by the caller @returns what was changed
   */
  async save(organizationId: number, change: BrandChange): Promise<BrandField[]> {
    const { logo } = change;
    if (typeof logo === 'string') return this.write(organizationId, change, null);
    const stored = await this.store(organizationId, logo);
    return this.files.naming([stored.storageKey], () => this.write(organizationId, change, stored));
  }

  private write(
    organizationId: number,
    change: BrandChange,
    stored: StoredLogo | null,
  ): Promise<BrandField[]> {
    const { logo } = change;
    return this.transactions.run(async (tx) => {
      await lockOrganization(tx, organizationId);
      const before = await findBrand(tx, organizationId);
      const fields = (['name', 'color', 'contactLine', 'locale'] as const).filter(
        (field) => before[field] !== change[field],
      );
      const { name, color: accentColor, contactLine, locale: defaultLocale } = change;
      await setBrand(tx, organizationId, { name, accentColor, contactLine, defaultLocale });
      if (stored) await putLogo(tx, organizationId, stored);
      else if (logo === 'remove') await deleteLogo(tx, organizationId);
      const isLogoChanged = stored !== null || (logo === 'remove' && before.logo !== null);
      if (isLogoChanged && before.logo)
        await this.deletions.add(tx, organizationId, [before.logo.storageKey]);
      return isLogoChanged ? [...fields, 'logo'] : fields;
    });
  }

  /** The logo's PNG; null for a token that no logo has. @throws StoredFileError */
  async logo(token: string): Promise<Buffer | null> {
    const key = await logoKeyOf(this.dataSource.manager, token);
    return key === null ? null : this.files.get(key);
  }

  /** How an organization's mails look. */
  async mailBrand(organizationId: number): Promise<MailBrand> {
    const { logo, ...brand } = await findBrand(this.dataSource.manager, organizationId);
    const content = logo && (await this.sparable(logo));
    return toMailBrand(brand, content && shownInMail({ ...logo, content }));
  }

  /** The PNG on an organization's papers; null if it has no logo, or the file is damaged. */
  async paperLogo(organizationId: number): Promise<Buffer | null> {
    const { logo } = await findBrand(this.dataSource.manager, organizationId);
    return logo && this.sparable(logo);
  }

  /** A mail or paper matters more than its picture. */
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

/** A brand that may not be stored yet, for mails. */
export function toMailBrand(
  { color, contactLine, locale }: Omit<Brand, 'logo' | 'name'>,
  logo: MailLogo | null,
): MailBrand {
  const accent = accentOf(color);
  const colors = accent && { light: accent.light, onLight: ON_LIGHT, dark: accent.dark, onDark: ON_DARK };
  return { colors, logo, contactLine, locale };
}

/** At half its size, for fine screens, or smaller. */
export function shownInMail({ content, width, height }: MailLogo): MailLogo {
  const scale = Math.min(1, MAIL_LOGO.width / width, MAIL_LOGO.height / height);
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { content, width: scaled(width), height: scaled(height) };
}
