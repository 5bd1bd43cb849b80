import { Events } from './events.js';
import { checkedOptions, type ClientOptions } from './options.js';
import { BulkSends } from './resources/bulk-sends.js';
import { Documents } from './resources/documents.js';
import { Forms } from './resources/forms.js';
import { IdentityVerifications } from './resources/identity-verifications.js';
import { Recipients } from './resources/recipients.js';
import { Signatures } from './resources/signatures.js';
import { Signers } from './resources/signers.js';
import { Templates } from './resources/templates.js';
import { WebhookNotifications } from './resources/webhook-notifications.js';
import { Transport } from './transport.js';

/** Calls one installation of Countersign with one organization's API key. */
export class Countersign {
  readonly signatures: Signatures;
  readonly signers: Signers;
  readonly recipients: Recipients;
  readonly documents: Documents;
  readonly forms: Forms;
  readonly templates: Templates;
  readonly bulkSends: BulkSends;
  readonly identityVerifications: IdentityVerifications;
  readonly webhookNotifications: WebhookNotifications;
  readonly events: Events;

  /** @throws TypeError if an option is wrong */
  constructor(options: ClientOptions) {
    const connection = checkedOptions(options);
    const transport = new Transport(connection);
    this.signatures = new Signatures(transport);
    this.signers = new Signers(transport);
    this.recipients = new Recipients(transport);
    this.documents = new Documents(transport, connection.maxRetries);
    this.forms = new Forms(transport);
    this.templates = new Templates(transport);
    this.bulkSends = new BulkSends(transport);
    this.identityVerifications = new IdentityVerifications(transport);
    this.webhookNotifications = new WebhookNotifications(transport);
    this.events = new Events(transport, connection.timeoutMs);
  }
}
