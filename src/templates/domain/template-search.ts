import { type Count } from '../../common/count.js';

export const TEMPLATE_STATES = ['draft', 'published', 'archived'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];

export const stateOf = ({
  archivedAt,
  latestVersion,
}: {
  archivedAt: Date | null;
  latestVersion: number | null;
}): TemplateState => (archivedAt ? 'archived' : latestVersion === null ? 'draft' : 'published');

/** What members look for; all of it has to fit. */
export interface TemplateSearch {
  organizationId: number;
  id?: number;
  /** Part of the name, the description or a document's name. */
  text?: string;
  /** By default all but archived ones. */
  state?: TemplateState;
}

/** A template as a list for members shows it. */
export interface ListedTemplate {
  id: number;
  name: string;
  description: string;
  latestVersion: number | null;
  archivedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The name as the list is sorted by it. */
  nameKey: string;
  /** Names of the draft's documents and roles. */
  documents: string[];
  roles: string[];
  /** When the latest version was published; null if there is none. */
  publishedAt: Date | null;
  /** How many requests were made from it. */
  uses: Count;
}
