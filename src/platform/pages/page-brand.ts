/** A logo as a page shows it. */
export interface PageLogo {
  /** A path on this server, or a data: address in a preview. */
  address: string;
  /** Width of the picture in pixels; the page shows it smaller. */
  width: number;
  height: number;
}

/** An organization's choices for its hosted pages; null where the default applies. */
export interface PageBrand {
  /** The path of a style sheet with its colour. */
  stylesheet: string | null;
  logo: PageLogo | null;
  contactLine: string | null;
  /** Whether the organization is for tests, which every page says. */
  isTest: boolean;
  /** The language for people without a known or chosen one. */
  locale: string | null;
}
