export const SUBJECT_KINDS = ['signature', 'identity_verification'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The request or verification that an event is about. */
export interface Subject {
  kind: SubjectKind;
  id: number;
}

/** Null for an event about neither. @param data - the payload's `data`: the resource, as its GET shows it */
export function subjectOf(event: string, data: object): Subject | null {
  const kind = SUBJECT_KINDS.find((each) => event.startsWith(`${each}.`));
  const { id } = data as { id?: unknown };
  return kind !== undefined && typeof id === 'number' ? { kind, id } : null;
}
