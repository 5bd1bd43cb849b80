import { hash as digest } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canonicalJson } from '../audit-chain/canonical-json.js';
import { type Caller } from '../auth/principal.js';
import { refusedAll } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { EventBus } from '../platform/events/event-bus.js';
import { PreparedRequests } from '../signatures/prepared-requests.js';
import { contentOf } from './domain/template-content.js';
import { toFacts, toPrepared } from './internal/prepared-template.js';
import { copyDocuments, getVersion, lockActive } from './internal/template.queries.js';
import { TemplateActions } from './internal/template-actions.js';
import { DRAFT_VERSION, Template, TemplateVersion } from './template.entity.js';
import { templateArchived, templateChanged } from './template.errors.js';
import { TemplateDefinitions, type TemplateDraft } from './template-definitions.js';

/** Publishes drafts as versions that never change. */
@Injectable()
export class TemplatePublishing {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly definitions: TemplateDefinitions,
    private readonly requests: PreparedRequests,
    private readonly events: EventBus,
    private readonly actions: TemplateActions,
  ) {}

  /**
   * Publishes the draft, once its document was sealed on trial. A draft with the digest of the latest version changes
   * nothing.
   * @returns the new version, or the latest if it is the same
   * @throws AppError 400 naming everything that is wrong, `template_changed` if the draft is changed meanwhile,
   * `template_archived`, or with the code of the trial; 404
   */
  async publish(caller: Caller, templateId: number, note: string): Promise<TemplateVersion> {
    const key = { organizationId: caller.organizationId, templateId };
    const draft = await this.definitions.get(key);
    if (draft.template.archivedAt) throw templateArchived();
    if (draft.problems.length > 0) throw refusedAll(draft.problems);
    const { content, sha256 } = contentIn(draft);
    const latest = await this.latest(draft.template);
    if (latest?.sha256.equals(sha256)) return latest;
    await this.requests.tryOut(caller.organizationId, toPrepared(draft.template.definition, draft.documents));
    return this.transactions.run(async (tx) => {
      const template = await lockActive(tx, key);
      if (template.revision !== draft.template.revision) throw templateChanged(template.revision);
      const { organizationId, latestVersion } = template;
      // Somebody else may have published the same revision.
      const present = latestVersion === null ? null : await getVersion(tx, template);
      if (present?.sha256.equals(sha256)) return present;
      const number = (latestVersion ?? 0) + 1;
      const { userId: publishedByUserId } = caller;
      await tx.insert(TemplateVersion, {
        ...{ organizationId, templateId, number, content, sha256, note, publishedByUserId },
      });
      await copyDocuments(tx, key, DRAFT_VERSION, { templateId, version: number });
      await tx.update(
        Template,
        { organizationId, id: templateId },
        { latestVersion: number, updatedAt: () => 'app_now()' },
      );
      const data = { id: templateId, name: template.name, version: number, sha256: sha256.toString('hex') };
      await this.events.publish(tx, { type: 'template.published', organizationId, data });
      await this.actions.record(tx, caller, 'template_published', templateId, { version: number });
      return tx.findOneByOrFail(TemplateVersion, { organizationId, templateId, number });
    });
  }

  /** Whether the latest version has the draft's content. */
  async isUpToDate(draft: TemplateDraft): Promise<boolean> {
    const latest = await this.latest(draft.template);
    return latest?.sha256.equals(contentIn(draft).sha256) ?? false;
  }

  private async latest(template: Template): Promise<TemplateVersion | null> {
    return template.latestVersion === null ? null : getVersion(this.dataSource.manager, template);
  }
}

/** What a version of the draft would contain, as canonical JSON, with its digest. */
function contentIn({ template, documents }: TemplateDraft): { content: string; sha256: Buffer } {
  const content = canonicalJson(contentOf(template.definition, documents.map(toFacts)));
  return { content, sha256: digest('sha256', content, 'buffer') };
}
