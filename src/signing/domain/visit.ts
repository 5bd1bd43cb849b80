/** Who is at the other end of a signing link: what is known of the request, nothing of the signer. */
export interface Visit {
  token: string;
  /** The secret of a browser that entered the mailed code, or null. */
  browser: string | null;
  /** Of the device, or of the last proxy on the way that is not ours. */
  ip: string;
  userAgent: string;
  acceptLanguage: string | undefined;
  /** The first language that the device asks for. */
  language: string | null;
  /** Of the device, where a script told it with what was posted. */
  timeZone: string | null;
  /** A program that looks at links, or a page fetched in advance: nobody has opened anything. */
  isAutomatic: boolean;
}
