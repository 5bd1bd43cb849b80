import { type FileSubject } from './file-deletion.queries.js';

declare module '../events/domain-events.js' {
  interface DomainEvents {
    /** For features only: no file of what was erased is left. */
    'files.deleted': FileSubject;
  }
}
