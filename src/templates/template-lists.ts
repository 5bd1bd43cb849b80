import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Count } from '../common/count.js';
import { type ListOrder, type ListPlace } from './domain/template-order.js';
import { type ListedTemplate, type TemplateSearch, type TemplateState } from './domain/template-search.js';
import { type TemplateKey } from './internal/template.queries.js';
import {
  countTemplates,
  countTemplateStates,
  countUses,
  searchTemplates,
} from './internal/template-list.queries.js';

/** Lists an organization's templates for members, with what they contain and how often they are used. */
@Injectable()
export class TemplateLists {
  constructor(private readonly dataSource: DataSource) {}

  /** A page after a place, with the number of matches, counted up to `most`. */
  async search(
    search: TemplateSearch,
    range: { order: ListOrder; before?: ListPlace; limit: number },
    most: number,
  ): Promise<{ rows: ListedTemplate[]; matches: Count }> {
    const { manager } = this.dataSource;
    return {
      rows: await searchTemplates(manager, search, range),
      matches: await countTemplates(manager, search, most),
    };
  }

  /** The number of templates in each state, and of all that are not archived, up to `most`. */
  countStates(organizationId: number, most: number): Promise<Record<TemplateState | 'all', Count>> {
    return countTemplateStates(this.dataSource.manager, organizationId, most);
  }

  /** How many requests were made from a template, counted up to 1,000. */
  uses(key: TemplateKey): Promise<Count> {
    return countUses(this.dataSource.manager, key);
  }
}
