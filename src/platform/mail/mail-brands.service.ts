import { Injectable } from '@nestjs/common';

/** A colour for each scheme, with that of text on it, as `#rrggbb`. */
export interface MailColors {
  light: string;
  onLight: string;
  dark: string;
  onDark: string;
}

export interface MailLogo {
  /** A PNG. */
  content: Buffer;
  /** Pixels in which it is shown. */
  width: number;
  height: number;
}

/** What an organization chose for its mails; null where they stay as they are. */
export interface MailBrand {
  colors: MailColors | null;
  logo: MailLogo | null;
  contactLine: string | null;
  /** The language of mails whose recipient has none. */
  locale: string | null;
}

export const PLAIN_BRAND: MailBrand = { colors: null, logo: null, contactLine: null, locale: null };

type BrandSource = (organizationId: number) => Promise<MailBrand>;

/** How the mails of organizations look. The room that knows registers itself in `onModuleInit`. */
@Injectable()
export class MailBrands {
  private source: BrandSource = async () => PLAIN_BRAND;

  register(source: BrandSource): void {
    this.source = source;
  }

  of(organizationId: number): Promise<MailBrand> {
    return this.source(organizationId);
  }
}
