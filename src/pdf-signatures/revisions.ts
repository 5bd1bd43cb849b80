import { type Entry, sameEntry } from './revisions/cross-references.js';
import { isObjectStream, type ObjectStream, readObjectStream } from './revisions/object-stream.js';
import { isSpace, type ScannedDict, ScannedRef } from './revisions/pdf-scanner.js';
import { groupSections, type RevisionDraft, sameRef } from './revisions/revision-drafts.js';
import { SectionScan, type StandingObject, type StandingStream } from './revisions/scan-sections.js';
import { type FaultName, type StructureFault, UnreadableStructure } from './structure-fault.js';

export interface Revision {
  /** The first byte that belongs to it. */
  start: number;
  /** After its `%%EOF`. */
  end: number;
  /** The entries of its tables and streams. */
  listed: ReadonlyMap<number, Entry>;
  trailer: ScannedDict;
}

/** A file as a chain of revisions, read from its bytes alone. */
export interface Revisions {
  bytes: Buffer;
  /** Oldest first. */
  revisions: Revision[];
  /** Structures that two readers can read differently; none for a sound file. */
  faults: StructureFault[];
  objectsAt: ReadonlyMap<number, StandingObject>;
  objectStream(object: StandingObject): ObjectStream | null;
}

/**
 * Reads a PDF as a chain of whole revisions (ISO 32000-2 §7.5.6): each byte belongs to one, its tables and streams
 * list exactly the objects in it, and each leads to the previous one. Also accepted: linearized files, whose first
 * two sections are one revision (Annex F), and hybrid ones whose halves agree (§7.5.8.4).
 * @throws UnreadableStructure if there is no such chain
 */
export function readRevisions(bytes: Buffer): Revisions {
  const scan = new SectionScan(bytes);
  scan.run();
  const reading = new Reading(bytes, scan);
  for (const draft of groupSections(scan.sections, bytes, scan.report)) reading.add(draft);
  reading.checkLengths();
  const { revisions, objectsAt } = reading;
  const faults = [...scan.faults].sort((one, other) => one.at - other.at);
  return { bytes, revisions, faults, objectsAt, objectStream: (object) => reading.objectStream(object) };
}

/** The first structure in a file that two readers can read differently; null if there is none. */
export function structureFault(bytes: Buffer): StructureFault | null {
  try {
    return readRevisions(bytes).faults[0] ?? null;
  } catch (error) {
    if (error instanceof UnreadableStructure) return error.fault;
    throw error;
  }
}

/** Stands for the trailer, which has no number. */
const OF_TRAILERS = 0;

class Reading {
  readonly revisions: Revision[] = [];
  readonly objectsAt = new Map<number, StandingObject>();
  /** The latest place of each object. */
  private readonly places = new Map<number, Entry>();
  /** The last place in the file of each object outside object streams. */
  private readonly lastStanding = new Map<number, number>();
  /** The number of objects in each object stream in use. */
  private readonly uses = new Map<number, number>();
  private readonly streams = new Map<number, ObjectStream | null>();
  private highest = 0;
  /** The numbers of all objects that the latest state of each object refers to. */
  private readonly referred = new Map<number, ReadonlySet<number>>();

  constructor(
    private readonly bytes: Buffer,
    private readonly scan: SectionScan,
  ) {}

  add(draft: RevisionDraft): void {
    const { listed, objects, start, end, trailer } = draft;
    for (const object of objects) {
      this.objectsAt.set(object.start, object);
      this.lastStanding.set(object.number, object.start);
    }
    this.checkReplacedStreams(draft);
    const before = new Map<number, Entry | undefined>();
    for (const [number, entry] of listed) before.set(number, this.place(number, entry));
    for (const [number, entry] of listed) this.checkEntry(draft, number, entry, before.get(number));
    for (const object of objects) this.checkStanding(draft, object);
    this.checkTrailer(draft);
    this.checkReferences(draft);
    this.revisions.push({ start, end, listed, trailer });
  }

  /** Each stream in use must have its stated length, even if the length is a separate object. */
  checkLengths(): void {
    for (const [number, entry] of this.places) {
      const object = entry.kind === 'placed' ? this.objectsAt.get(entry.offset) : undefined;
      if (!object?.stream?.lengthAt) continue;
      const length = this.integerAt(object.stream.lengthAt);
      if (length === null || !isEndOf(object.stream, length, this.bytes))
        this.report('stream_length_wrong', object.start, number);
    }
  }

  objectStream(object: StandingObject): ObjectStream | null {
    const known = this.streams.get(object.start);
    if (known !== undefined) return known;
    const read = readObjectStream(object, this.bytes);
    this.streams.set(object.start, read);
    return read;
  }

  private integerAt({ number }: ScannedRef): number | null {
    const entry = this.places.get(number);
    if (entry?.kind === 'placed') {
      const value = this.objectsAt.get(entry.offset)?.value;
      return typeof value === 'number' ? value : null;
    }
    return (entry && this.streamed(entry)?.integer) ?? null;
  }

  private streamed(entry: Entry) {
    const container = entry.kind === 'streamed' ? this.places.get(entry.stream) : undefined;
    const object = container?.kind === 'placed' ? this.objectsAt.get(container.offset) : undefined;
    return entry.kind === 'streamed' && object ? this.objectStream(object)?.objects[entry.index] : undefined;
  }

  /** Records the present place of an object. @returns its previous place */
  private place(number: number, entry: Entry): Entry | undefined {
    const before = this.places.get(number);
    if (before?.kind === 'streamed') this.uses.set(before.stream, this.uses.get(before.stream)! - 1);
    if (entry.kind === 'streamed') this.uses.set(entry.stream, (this.uses.get(entry.stream) ?? 0) + 1);
    if (entry.kind !== 'free') this.highest = Math.max(this.highest, number);
    this.places.set(number, entry);
    return before;
  }

  private checkReplacedStreams({ listed, start }: RevisionDraft): void {
    for (const [number, entry] of listed) {
      const before = this.places.get(number);
      if ((this.uses.get(number) ?? 0) > 0 && !sameEntry(entry, before))
        this.report('object_stream_replaced', start, number);
    }
  }

  private checkEntry(draft: RevisionDraft, number: number, entry: Entry, before: Entry | undefined): void {
    const { primary, start } = draft;
    if (entry.kind === 'placed') this.checkPlaced(draft, number, entry, before);
    if (entry.kind !== 'streamed') return;
    const container = this.places.get(entry.stream);
    const offset = container?.kind === 'placed' ? container.offset : 0;
    if (isOutdated(entry, offset, start, before) || (this.lastStanding.get(number) ?? 0) > offset)
      this.report('entry_of_earlier_object', primary.at, number);
    if (before?.kind === 'placed' && before.generation !== 0)
      this.report('generation_changed', primary.at, number);
    if (this.streamed(entry)?.number !== number) this.report('object_in_stream_wrong', primary.at, number);
  }

  private checkPlaced(
    { primary: { at }, start }: RevisionDraft,
    number: number,
    entry: Extract<Entry, { kind: 'placed' }>,
    before: Entry | undefined,
  ): void {
    const { offset, generation } = entry;
    const object = this.objectsAt.get(offset);
    const earlier =
      before?.kind === 'placed' ? before.generation : before?.kind === 'streamed' ? 0 : generation;
    if (!object) this.report('offset_of_nothing', at, number);
    else if (object.number !== number) this.report('offset_of_other_object', at, number);
    else if (object.generation !== generation) this.report('entry_of_other_generation', at, number);
    else if (earlier !== generation) this.report('generation_changed', at, number);
    else if (this.lastStanding.get(number) !== offset || isOutdated(entry, offset, start, before))
      this.report('entry_of_earlier_object', at, number);
  }

  /** An object in a revision must be listed in it, and so must all objects of an object stream. */
  private checkStanding({ listed, references }: RevisionDraft, object: StandingObject): void {
    const { number, start } = object;
    const entry = listed.get(number);
    const isListed = entry?.kind === 'placed' && entry.offset === start;
    const isOwnStream = !this.places.has(number) && references.some(({ at }) => at === start);
    if (!isListed && !isOwnStream) this.report('object_not_listed', start, number);
    if (isObjectStream(object)) this.checkObjectStream(listed, object);
  }

  /**
   * Some programs search the whole file for objects as soon as they miss one, and may find others than are listed. So an
   * update must not refer to an object that does not exist, unless the object or trailer that it replaces did.
   */
  private checkReferences({ objects, references, start }: RevisionDraft): void {
    const streams = objects.filter(isObjectStream).map((object) => this.objectStream(object));
    const streamed = streams.flatMap((stream) => stream?.objects ?? []);
    const trailers = references.map(({ referred }) => ({ number: OF_TRAILERS, referred }));
    const found = [...objects, ...streamed, ...trailers];
    for (const { number, referred } of this.revisions.length > 0 ? found : []) {
      const before = this.referred.get(number);
      const missing = [...referred].find((each) => !before?.has(each) && !this.isThere(each));
      if (missing !== undefined) this.report('reference_to_nothing', start, missing);
    }
    for (const { number, referred } of found) this.referred.set(number, referred);
  }

  private isThere(number: number): boolean {
    const entry = this.places.get(number);
    if (entry?.kind === 'placed') return this.objectsAt.get(entry.offset)?.number === number;
    return entry !== undefined && this.streamed(entry)?.number === number;
  }

  private checkObjectStream(listed: ReadonlyMap<number, Entry>, object: StandingObject): void {
    const read = this.objectStream(object);
    if (!read) return this.report('object_stream_unreadable', object.start, object.number);
    if (read.keyTwiceIn !== undefined) this.report('key_listed_twice', object.start, read.keyTwiceIn);
    if (read.oddNumberIn !== undefined && this.revisions.length > 0)
      this.report('number_misspelled', object.start, read.oddNumberIn);
    for (const [index, { number }] of read.objects.entries()) {
      const entry = listed.get(number);
      const isListed = entry?.kind === 'streamed' && entry.stream === object.number && entry.index === index;
      if (!isListed) this.report('object_not_listed', object.start, number);
    }
  }

  private checkTrailer({ primary, references, trailer, size }: RevisionDraft): void {
    const root = trailer.get('Root');
    if (!(root instanceof ScannedRef)) this.report('trailer_without_root', primary.at);
    const others = references.map((each) => each.trailer.get('Root')).filter((each) => each !== undefined);
    if (others.some((each) => !sameRef(each, root))) this.report('trailer_root_differs', primary.at);
    if (this.highest >= size) this.report('number_beyond_size', primary.at, this.highest);
    if (this.revisions.length > 0 && trailer.has('Encrypt') && !this.revisions[0]!.trailer.has('Encrypt'))
      this.report('encrypted_later', primary.at);
  }

  private report(name: FaultName, at: number, object?: number): void {
    this.scan.report({ name, at, object });
  }
}

/** Whether an entry leads to something written before its revision that differs from the object's previous state. */
const isOutdated = (entry: Entry, offset: number, start: number, before: Entry | undefined): boolean =>
  offset < start && before !== undefined && before.kind !== 'free' && !sameEntry(entry, before);

/** Whether only white space lies between the end of a stream of this length and the word that ends it. */
function isEndOf({ start, mark }: StandingStream, length: number, bytes: Buffer): boolean {
  const word = mark - 'endstream'.length;
  if (start + length > word) return false;
  for (let at = start + length; at < word; at++) if (!isSpace(bytes[at])) return false;
  return true;
}
