import { type FaultName, type StructureFault, UnreadableStructure } from '../structure-fault.js';
import { type CrossReferences, type Entry, sameEntry } from './cross-references.js';
import { isSpace, type ScannedDict, ScannedRef, type ScannedValue, wholeNumber } from './pdf-scanner.js';
import { type Section, type StandingObject } from './scan-sections.js';

/** A revision with everything needed to check it. */
export interface RevisionDraft {
  start: number;
  end: number;
  objects: StandingObject[];
  /** The table or stream that `startxref` leads to. */
  primary: CrossReferences;
  /** All tables and streams of the revision, in the order in which readers consult them. */
  references: CrossReferences[];
  listed: Map<number, Entry>;
  trailer: ScannedDict;
  /** One more than the highest object number, as stated; 0 if not stated. */
  size: number;
}

const OBJECT_STARTS = /\d[\s\0]{1,64}\d{1,10}[\s\0]{0,64}obj/g;

type Report = (fault: StructureFault) => void;

/**
 * Joins sections into revisions, each of which leads to the previous one.
 * @throws UnreadableStructure if one does not
 */
export function groupSections(sections: readonly Section[], bytes: Buffer, report: Report): RevisionDraft[] {
  const drafts: RevisionDraft[] = [];
  const [first, second, ...others] = sections;
  const isOne = first && second && (isLinearized(first, second, bytes) || isHybridTail(first, second));
  const groups = isOne ? [[first, second], ...others.map((each) => [each])] : sections.map((each) => [each]);
  for (const group of groups) drafts.push(draftOf(group, drafts.at(-1) ?? null, bytes, report));
  return drafts;
}

/** The second section of a linearized file ends with the position of the first one's table (ISO 32000-2 §F.3). */
const isLinearized = (first: Section, second: Section, bytes: Buffer) =>
  first.objects[0]?.value instanceof Map &&
  first.objects[0].value.has('Linearized') &&
  referencesAt(first.references, second.startxref, bytes) !== undefined;

/** Word ends a file with an empty table that leads to a stream before the first table. */
function isHybridTail(first: Section, { objects, references }: Section): boolean {
  const [table, ...more] = references;
  return (
    objects.length === 0 &&
    more.length === 0 &&
    table?.entries.size === 0 &&
    first.references.some(({ at }) => at === table.trailer.get('XRefStm'))
  );
}

function draftOf(
  group: readonly Section[],
  earlier: RevisionDraft | null,
  bytes: Buffer,
  report: Report,
): RevisionDraft {
  const found = group.flatMap(({ references }) => references);
  const { startxref, end } = group.at(-1)!;
  if (earlier) for (const section of group) checkData(section, bytes, report);
  const primary = referencesAt(found, startxref, bytes);
  if (!primary) throw incomplete(startxref < end ? startxref : end);
  const references: CrossReferences[] = [];
  const draft = {
    start: group[0]!.start,
    end,
    objects: group.flatMap(({ objects }) => objects),
    primary,
    references,
    listed: new Map<number, Entry>(),
    trailer: primary.trailer,
    size: wholeNumber(primary.trailer.get('Size')) ?? 0,
  };
  for (let next: CrossReferences | undefined = primary; next;) {
    if (references.includes(next)) throw incomplete(next.at);
    addReferences(draft, next, found, bytes, report);
    const previous = next.trailer.get('Prev');
    const within = referencesAt(found, previous, bytes);
    const leads = earlier ? referencesAt([earlier.primary], previous, bytes) : previous === undefined;
    if (!within && !leads) throw incomplete(next.at);
    next = within;
  }
  const unused = found.find((each) => !references.includes(each));
  if (unused) throw incomplete(unused.at);
  return draft;
}

/**
 * Programs that find no table, for whatever reason, search for these words. In an update they may only occur at the
 * beginning of its objects, in its trailers and at its end.
 */
function checkData({ start, end, objects, references }: Section, bytes: Buffer, report: Report): void {
  const text = bytes.toString('latin1', start, end);
  const count = (words: RegExp) => text.match(words)?.length ?? 0;
  const tables = references.filter(({ kind }) => kind === 'table').length;
  const isPlain =
    count(OBJECT_STARTS) === objects.length && count(/trailer/g) === tables && count(/startxref/g) === 1;
  if (!isPlain) report({ name: 'marks_in_data', at: start });
}

/** Adds the entries of a table, and of the stream that completes it. */
function addReferences(
  { references, listed }: Pick<RevisionDraft, 'references' | 'listed'>,
  next: CrossReferences,
  found: readonly CrossReferences[],
  bytes: Buffer,
  report: Report,
): void {
  references.push(next);
  merge(listed, next, 'object_listed_twice', report);
  const hybrid = next.trailer.get('XRefStm');
  if (next.kind !== 'table' || hybrid === undefined) return;
  const half = referencesAt(found, hybrid, bytes);
  if (!half || references.includes(half)) throw incomplete(next.at);
  references.push(half);
  merge(listed, half, 'hybrid_disagrees', report);
}

/** Entries listed earlier take precedence. If another part contradicts them, readers may take either. */
function merge(
  listed: Map<number, Entry>,
  { entries, at, kind }: CrossReferences,
  fault: FaultName,
  report: Report,
): void {
  for (const [number, entry] of entries) {
    const known = listed.get(number);
    if (known === undefined) listed.set(number, entry);
    else if (!sameEntry(known, entry) && !(entry.kind === 'free' && kind === 'table'))
      report({ name: fault, at, object: number });
  }
}

/** The table or stream at an offset, optionally preceded by white space. */
function referencesAt(
  found: readonly CrossReferences[],
  offset: ScannedValue | undefined,
  bytes: Buffer,
): CrossReferences | undefined {
  let at = wholeNumber(offset);
  while (at !== undefined && isSpace(bytes[at])) at++;
  return found.find((each) => each.at === at);
}

export const sameRef = (one: ScannedValue | undefined, other: ScannedValue | undefined): boolean =>
  one instanceof ScannedRef &&
  other instanceof ScannedRef &&
  one.number === other.number &&
  one.generation === other.generation;

const incomplete = (at: number) => new UnreadableStructure({ name: 'chain_incomplete', at });
