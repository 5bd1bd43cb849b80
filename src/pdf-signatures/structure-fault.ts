/** Faults of a file's structure, by stable names, each worded to follow "The PDF …". */
const SENTENCES = {
  bytes_before_header: 'has bytes before its header',
  bytes_between_objects: 'has bytes between its objects that belong to none',
  bytes_after_end: 'has bytes after its end',
  cross_reference_unreadable: 'has a cross-reference table that cannot be read',
  chain_incomplete: 'has a part that its cross-reference tables do not lead to',
  encrypted_later: 'names a password in one of its parts',
  entry_of_earlier_object: 'lists an earlier state of object %',
  entry_of_other_generation: 'lists object % with a wrong generation number',
  generation_changed: 'has object % with several generation numbers',
  hybrid_disagrees: 'has a cross-reference table and a cross-reference stream that disagree about object %',
  key_listed_twice: 'has a dictionary with the same key twice in object %',
  number_misspelled: 'has a number in object % that is written in an unusual way',
  number_beyond_size: 'lists object %, whose number is beyond the stated size',
  marks_in_data: 'has data that contains the words that begin objects or tables',
  object_in_stream_wrong: 'lists object % at a wrong place in its object stream',
  object_listed_twice: 'lists object % twice',
  object_not_listed: 'contains object % without listing it',
  object_stream_replaced: 'replaces the object stream % that is still in use',
  object_stream_unreadable: 'has an object stream % that cannot be read',
  object_unreadable: 'contains object %, which cannot be read',
  offset_of_nothing: 'lists object % at a place where no object begins',
  offset_of_other_object: 'lists object % at the place of another object',
  reference_to_nothing: 'refers to object %, which does not exist',
  section_unfinished: 'ends without its end markers',
  stream_length_wrong: 'has a stream %, whose length is not as stated',
  trailer_root_differs: 'names different catalogs in one part',
  trailer_without_root: 'has a part that names no catalog',
} as const;

export type FaultName = keyof typeof SENTENCES;

/** A structure that two PDF readers can read differently. */
export interface StructureFault {
  name: FaultName;
  /** Where it is, in bytes from the beginning of the file. */
  at: number;
  /** The number of the object concerned, if it concerns one. */
  object?: number;
}

/** Thrown where nothing after the fault can be read unambiguously. */
export class UnreadableStructure extends Error {
  constructor(readonly fault: StructureFault) {
    super(faultWords(fault));
  }
}

/** The fault as the end of a sentence that begins with "The PDF". */
export const faultWords = ({ name, object }: StructureFault): string =>
  SENTENCES[name].replace(' %', object === undefined ? '' : ` ${object}`);
