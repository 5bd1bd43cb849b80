import { recipientsOf } from '../../src/signatures/recipients/recipient.queries.js';
import { RecipientLinks } from '../../src/signatures/recipients/recipient-links.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { ANNA, type NewSigner, sendRequest, type SentRequest } from './signing-requests.js';
import { SigningVisitor } from './signing-visitor.js';

/** Somebody who does not sign, as in the body that sends a request. */
export interface GivenRecipient {
  email: string;
  name?: string;
  action: string;
  order?: number;
  when?: string;
  required?: boolean;
  locale?: string;
  separateApprover?: boolean;
}

export const EMMY: GivenRecipient = { email: 'emmy@readers.test', name: 'Emmy Noether', action: 'approve' };
export const LISE: GivenRecipient = { email: 'lise@readers.test', name: 'Lise Meitner', action: 'view' };
export const OTTO: GivenRecipient = { email: 'otto@readers.test', name: 'Otto Hahn', action: 'copy' };

/** A recipient as the API shows it. */
export interface ShownRecipient {
  id: number;
  email: string;
  action: string;
  status: string;
  order: number | null;
  when: string;
  toldAt: string | null;
  actedAt: string | null;
  reason: string | null;
}

export interface RequestWithReaders extends SentRequest {
  /** One for each recipient, in their order. */
  readers: SigningVisitor[];
  recipients(): Promise<ShownRecipient[]>;
}

interface SendOptions {
  signers?: NewSigner[];
  type?: string;
  expiresDate?: string;
  scheduledDate?: string;
  remindEvery?: number;
  allowHandOver?: boolean;
}

/** Sends a request whose text is typeset as its document, with recipients. */
export async function sendWithRecipients(
  test: SharedTestApp,
  organization: TestOrganization,
  recipients: GivenRecipient[],
  { signers = [ANNA], type = 'fast', ...options }: SendOptions = {},
): Promise<RequestWithReaders> {
  const sent = await sendRequest(test, organization, type, signers, { ...options, recipients });
  const { organizationId, api } = organization;
  return {
    ...sent,
    readers: await readersOf(test, { organizationId, id: sent.id }),
    recipients: async () => (await api.get(`${sent.path}/recipients`)).body.items as ShownRecipient[],
  };
}

/** The present links of a request's recipients, in their order. */
export async function readingLinksOf(
  test: SharedTestApp,
  request: { organizationId: number; id: number },
): Promise<string[]> {
  const { manager } = test.dataSource;
  const links = test.app.get(RecipientLinks, { strict: false });
  const all = await recipientsOf(manager, request);
  return Promise.all(
    all.map(async (recipient) => links.addressOf((await links.ofRecipient(manager, recipient))!)),
  );
}

/** Visitors on them. */
export async function readersOf(
  test: SharedTestApp,
  request: { organizationId: number; id: number },
): Promise<SigningVisitor[]> {
  return (await readingLinksOf(test, request)).map((link) => new SigningVisitor(link));
}
