/** A statement of the evidence that does not agree with what proves it. */
export interface EvidenceFault {
  /** The member that is wrong, such as `documents[1].presentedSha256`, or the name of an attached file. */
  place: string;
  /** What it does not agree with, such as `events[4].data.documents[1].sha256`. */
  against: string;
}

/** The innermost places at which two JSON values differ. */
export function differences(
  place: string,
  stated: unknown,
  against: string,
  known: unknown,
): EvidenceFault[] {
  if (stated === known) return [];
  if (Array.isArray(stated) && Array.isArray(known) && stated.length === known.length)
    return stated.flatMap((each, at) => differences(`${place}[${at}]`, each, `${against}[${at}]`, known[at]));
  if (!isRecord(stated) || !isRecord(known)) return [{ place, against }];
  const names = new Set([...Object.keys(stated), ...Object.keys(known)]);
  return [...names].flatMap((name) =>
    differences(`${place}.${name}`, stated[name], `${against}.${name}`, known[name]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
