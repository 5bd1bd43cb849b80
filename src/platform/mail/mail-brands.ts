import { Injectable } from '@nestjs/common';

/** A colour per scheme, with that of text on it, as `#rrggbb`. */
export interface MailColors {
  light: string;
  onLight: string;
  dark: string;
  onDark: string;
}

export interface MailLogo {
  /** A PNG. */
  content: Buffer;
  /** Displayed width in pixels. */
  width: number;
  height: number;
}

/** An organization's choices for its mails; null where the default applies. */
export interface MailBrand {
  colors: MailColors | null;
  logo: MailLogo | null;
  contactLine: string | null;
  /** Whether the organization is for tests, which every mail says. */
  isTest: boolean;
  /** The language of mails to recipients without one of their own. */
  locale: string | null;
  /** The zone of times in mails, IANA; null for UTC. */
  timeZone: string | null;
}

export const PLAIN_BRAND: MailBrand = {
  colors: null,
  logo: null,
  contactLine: null,
  isTest: false,
  locale: null,
  timeZone: null,
};

type BrandSource = (organizationId: number) => Promise<MailBrand>;

/** How organizations' mails look. The room that has the data registers itself in `onModuleInit`. */
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
