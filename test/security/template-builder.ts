import { expectEqual } from '../../scripts/journeys.js';
import { BULK_SENDS, CSV } from '../support/bulk-sends.js';
import { giveFiles, NOT_MARRIED, proof, PROOFS } from '../support/given-files.js';
import { textPdf } from '../support/pdf-samples.js';
import { signForm } from '../support/request-forms.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { publishedTemplate, TEMPLATES } from '../support/templates.js';
import { type Installation, type Invented, type Tenant } from './installation.js';
import { SIGNATURES } from './paths.js';
import { type KnownRequest } from './world.js';

/** The ids of an organization's templates. */
export interface KnownTemplates {
  published: number;
  archived: number;
}

/** Makes one organization's templates, and requests with forms. */
export class TemplateBuilder {
  constructor(
    private readonly site: Installation,
    private readonly tenant: Tenant,
  ) {}

  /** Two of the same lease, of which the second is archived. */
  async templates(): Promise<KnownTemplates> {
    const { api } = this.tenant;
    const path = await publishedTemplate(this.tenant);
    const copy = await api.post(`${path}/duplicate`, {});
    expectEqual('duplicating a template', copy.status, 201);
    const archived = copy.body.id as number;
    expectEqual('archiving a template', (await api.delete(`${TEMPLATES}/${archived}`)).status, 200);
    return { published: Number(path.split('/').at(-1)), archived };
  }

  /** Rows of the lease for invented people, checked and not started. @returns the id */
  async bulkSend(templateId: number): Promise<number> {
    const { api } = this.tenant;
    const made = await api.post(BULK_SENDS, { name: 'Leases', templateId });
    expectEqual('creating a bulk send', made.status, 201);
    const id = made.body.id as number;
    const [tenant, landlord] = [this.site.invent('Tenant'), this.site.invent('Landlord')];
    const rows = `tenant.email,landlord.email\n${tenant.email},${landlord.email}\n`;
    expectEqual('rows', (await api.put(`${BULK_SENDS}/${id}/rows`, Buffer.from(rows), CSV)).status, 200);
    return id;
  }

  /** Sends the lease to invented people, of whom the tenant gets a link. */
  async sendTemplate(templateId: number): Promise<KnownRequest> {
    const roles = { tenant: this.site.invent('Tenant'), landlord: this.site.invent('Landlord') };
    const sent = await this.tenant.api.post(`${TEMPLATES}/${templateId}/send`, { roles });
    expectEqual('sending a template', sent.status, 201);
    return this.known(sent.body as SentRequest, roles.tenant);
  }

  /**
   * Sends a draft with a document to two invented signers, of whom the first gives a file and signs.
   * @returns it, with the id of the file
   */
  async sendProofs(id: number): Promise<KnownRequest & { fileId: number }> {
    const { api } = this.tenant;
    const path = `${SIGNATURES}/${id}`;
    const [tenant, landlord] = [this.site.invent('Tenant'), this.site.invent('Landlord')];
    const signers = { tenant: tenant.email, landlord: landlord.email };
    expectEqual('the form', (await api.put(`${path}/form`, { ...PROOFS, signers })).status, 200);
    const sent = await api.post(`${path}/send`, {
      signers: [
        { ...tenant, order: 1 },
        { ...landlord, order: 2 },
      ],
    });
    expectEqual('sending a form', sent.status, 200);
    const request = await this.known(sent.body as SentRequest, tenant);
    const visitor = new SigningVisitor(request.links[0]!);
    await giveFiles(visitor, [proof(await textPdf(1, 'Payslip'))]);
    expectEqual('signing a form', (await signForm(visitor, NOT_MARRIED)).location, '/done');
    const { items } = (await api.get(`${path}/attachments`)).body as { items: { id: number }[] };
    return { ...request, fileId: items[0]!.id };
  }

  private async known({ id, signers }: SentRequest, first: Invented): Promise<KnownRequest> {
    const link = await this.site.mailbox.waitForSigningLink(first.email);
    return { id, signerIds: signers.map((signer) => signer.id), links: [link] };
  }
}

interface SentRequest {
  id: number;
  signers: { id: number }[];
}
