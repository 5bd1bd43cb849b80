import { type Count } from '../../common/count.js';
import { queryOf } from '../domain/address-query.js';
import { type Filter } from './list-page.js';

/** The numbers are counted up to this. */
export const MOST_IN_CHIP = 1_000;

/** A state to choose above a list; without one, all. */
interface Chip {
  state: string;
  /** Null while another filter is in use, because the number is that of the whole list. */
  found: Count | null;
  href: string;
  isChosen: boolean;
}

/** `all` is the number of all states together. */
type StateCounts<State extends string> = Readonly<Record<State | 'all', Count>>;

interface ChipSource<State extends string> {
  address: string;
  /** The parameter of the address. */
  field: string;
  /** Those offered; a chosen one that is not among them is added. */
  states: readonly State[];
  filter: Filter;
  order?: Filter;
  /** Whether the address asks for a state that there is not. */
  isUnknown: boolean;
}

/** @param count - reads the numbers for a list without another filter */
export async function chipsOf<State extends string>(
  { address, field, states, filter, order = {}, isUnknown }: ChipSource<State>,
  count: () => Promise<StateCounts<State>>,
): Promise<Chip[]> {
  const chosen = filter[field] as State | undefined;
  const isPlain =
    !isUnknown && Object.entries(filter).every(([name, value]) => name === field || value === undefined);
  const counts = isPlain ? await count() : null;
  const shown = chosen === undefined || states.includes(chosen) ? states : [...states, chosen];
  return [undefined, ...shown].map((state) => ({
    state: state ?? 'all',
    found: counts?.[state ?? 'all'] ?? null,
    href: address + queryOf({ ...filter, ...order, [field]: state }),
    isChosen: state === chosen && !isUnknown,
  }));
}
