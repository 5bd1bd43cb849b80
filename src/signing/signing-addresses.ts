/** The paths of the screens and actions under one link. */
export interface SigningAddresses {
  landing: string;
  /** Where a page's script reports the person's first act. */
  opened: string;
  code: string;
  sendCode: string;
  document: string;
  documentRead: string;
  file: string;
  /** The signed document. */
  copy: string;
  /** The document as plain text. */
  text: string;
  identity: string;
  state: string;
  /** Saves the signer's entries so far. */
  entries: string;
  /** Shows the files that the signer gave into the form. */
  files: string;
  consent: string;
  /** Receives the picture of a signature, and shows it. */
  picture: string;
  /** Provides the code for drawing the signature on a phone, and the drawing. */
  phone: string;
  reject: string;
  /** Hands over to someone else. */
  handOver: string;
  done: string;
  /** Receives the chosen language. */
  language: string;
  /** Where anyone can check a signed document. */
  check: string;
}

export function addressesOf(token: string): SigningAddresses {
  const landing = `/sign/${token}`;
  return {
    landing,
    opened: `${landing}/opened`,
    code: `${landing}/code`,
    sendCode: `${landing}/code/send`,
    document: `${landing}/document`,
    documentRead: `${landing}/document/read`,
    file: `${landing}/file`,
    copy: `${landing}/copy`,
    text: `${landing}/text`,
    identity: `${landing}/identity`,
    state: `${landing}/state`,
    entries: `${landing}/entries`,
    files: `${landing}/files`,
    consent: `${landing}/consent`,
    picture: `${landing}/picture`,
    phone: `${landing}/phone`,
    reject: `${landing}/reject`,
    handOver: `${landing}/hand-over`,
    done: `${landing}/done`,
    language: `${landing}/language`,
    check: '/verify-document',
  };
}

const PLACES = Object.keys(addressesOf('')) as (keyof SigningAddresses)[];

/** For previews. Reading the document is not reported, and nothing is saved. */
export const NOWHERE: Readonly<SigningAddresses> = {
  ...(Object.fromEntries(PLACES.map((place) => [place, '#'])) as Record<keyof SigningAddresses, string>),
  opened: '',
  documentRead: '',
  entries: '',
  picture: '',
  phone: '',
};

/** The path of a pad on the phone. */
export const phonePadAddress = (token: string) => `/draw/${token}`;

/** The address of one of several documents. @param n - its number, from 1 */
export const documentAddress = (address: string, n: number): string =>
  n === 1 ? address : `${address}?n=${n}`;
