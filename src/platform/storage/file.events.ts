import { type FileSubject } from './file-deletion.queries.js';

declare module '../events/domain-events.js' {
  interface DomainEvents {
    /** For features only: the last file of an erased subject is gone. */
    'files.deleted': FileSubject;
  }
}
