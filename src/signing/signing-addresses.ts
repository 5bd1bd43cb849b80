/** The paths of the screens and actions under one link. */
export interface SigningAddresses {
  landing: string;
  /** Where the script of a page reports what the person did first. */
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
  /** Keeps what the signer has entered so far. */
  entries: string;
  consent: string;
  /** Receives the picture of a signature, and shows it. */
  picture: string;
  /** Gives a code with which the signature is drawn on a phone, and the drawing. */
  phone: string;
  reject: string;
  /** Names somebody else who should sign. */
  handOver: string;
  done: string;
  /** Receives the choice of a language. */
  language: string;
  /** Where anybody checks a signed document. */
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

/** For pages that only show what they look like. Nothing is told of who reads the document, and nothing is kept. */
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
