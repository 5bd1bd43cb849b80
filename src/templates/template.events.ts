/** The data of a template's events. */
export interface TemplatePayload {
  id: number;
  name: string;
  /** The latest published version; null if there is none. */
  version: number | null;
  /** Its digest, in lower-case hex. */
  sha256: string | null;
}

declare module '../platform/events/domain-events.js' {
  interface DomainEvents {
    'template.published': TemplatePayload;
    'template.archived': TemplatePayload;
  }
}
