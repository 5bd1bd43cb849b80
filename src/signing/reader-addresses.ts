import { NOWHERE, type SigningAddresses } from './signing-addresses.js';

/** The paths of the pages and actions under the link of somebody who does not sign. */
export interface ReaderAddresses extends SigningAddresses {
  /** Asks for the approval, and receives it. */
  approve: string;
  /** Receives that the document was read. */
  viewed: string;
}

/** What signers have besides leads nowhere. */
export function readerAddressesOf(token: string): ReaderAddresses {
  const landing = `/read/${token}`;
  return {
    ...NOWHERE,
    landing,
    opened: `${landing}/opened`,
    document: `${landing}/document`,
    file: `${landing}/file`,
    copy: `${landing}/copy`,
    text: `${landing}/text`,
    reject: `${landing}/reject`,
    language: `${landing}/language`,
    approve: `${landing}/approve`,
    viewed: `${landing}/viewed`,
    check: '/verify-document',
  };
}
