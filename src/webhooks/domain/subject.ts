export const SUBJECT_KINDS = ['signature', 'identity_verification', 'template', 'bulk_send'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** What an event is about. */
export interface Subject {
  kind: SubjectKind;
  id: number;
}

/** Null for an event about none of them. @param data - the payload's `data`: the resource, as its GET shows it */
export function subjectOf(event: string, data: object): Subject | null {
  const kind = SUBJECT_KINDS.find((each) => event.startsWith(`${each}.`));
  const { id } = data as { id?: unknown };
  return kind !== undefined && typeof id === 'number' ? { kind, id } : null;
}
