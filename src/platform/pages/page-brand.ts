/** A logo as a page shows it. */
export interface PageLogo {
  /** A path on this server, or a data: address in a preview. */
  address: string;
  /** Pixels of the picture; the page shows it smaller. */
  width: number;
  height: number;
}

/** What an organization chose for its hosted pages; null where they stay as they are. */
export interface PageBrand {
  /** The path of a style sheet with its colour. */
  stylesheet: string | null;
  logo: PageLogo | null;
  contactLine: string | null;
  /** The language for people who have given and chosen none. */
  locale: string | null;
}
