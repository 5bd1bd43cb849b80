import { canonicalJson } from '../../audit-chain/canonical-json.js';
import { type TemplateContent } from './template-content.js';

/** One place in which two versions differ; null stands for what only the other version has. */
export interface Difference {
  /** Such as `fields.rent.validation.max`: entries of lists are named by their key or number, not by their position. */
  path: string;
  change: 'added' | 'removed' | 'changed' | 'moved';
  from: unknown;
  to: unknown;
  /** A sentence in English. */
  message: string;
}

/** No more differences are listed. */
export const MAX_DIFFERENCES = 1_000;

/**
 * What changed between two versions, in the order of the later one's members, up to MAX_DIFFERENCES. The order of roles
 * and of documents is part of them; a field that only stands elsewhere in the list is `moved`.
 */
export function differencesOf(from: TemplateContent, to: TemplateContent): Difference[] {
  return [
    ...compareLists('documents', from.documents, to.documents, ({ n }) => String(n)),
    ...compareLists('roles', from.roles, to.roles, ({ key }) => key),
    ...compareLists('fields', from.fields, to.fields, ({ key }) => key),
    ...compare('options', from.options, to.options),
  ].slice(0, MAX_DIFFERENCES);
}

function compareLists<Item extends object>(
  path: string,
  from: readonly Item[],
  to: readonly Item[],
  nameOf: (item: Item) => string,
): Difference[] {
  const [before, after] = [from, to].map((items) => new Map(items.map((item) => [nameOf(item), item])));
  const removed = [...before!].filter(([name]) => !after!.has(name));
  const kept = [...before!.keys()].filter((name) => after!.has(name));
  const order = [...after!.keys()].filter((name) => before!.has(name));
  return [
    ...removed.map(([name, item]) => difference(`${path}.${name}`, item, undefined)),
    ...[...after!].flatMap(([name, item]) => {
      const earlier = before!.get(name);
      return earlier
        ? compare(`${path}.${name}`, earlier, item)
        : [difference(`${path}.${name}`, undefined, item)];
    }),
    ...(canonicalJson(kept) === canonicalJson(order) ? [] : [moved(path, kept, order)]),
  ];
}

function compare(path: string, from: unknown, to: unknown): Difference[] {
  if (canonicalJson(from ?? null) === canonicalJson(to ?? null)) return [];
  // Half a condition says nothing.
  if (!isObject(from) || !isObject(to) || path.endsWith('.showIf')) return [difference(path, from, to)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
    compare(`${path}.${name}`, from[name], to[name]),
  );
}

function difference(path: string, from: unknown, to: unknown): Difference {
  const change = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
  const message =
    change === 'changed'
      ? `${path} was ${shown(from)} and is ${shown(to)}`
      : `${path} was ${change}: ${shown(from ?? to)}`;
  return { path, change, from: from ?? null, to: to ?? null, message };
}

const moved = (path: string, from: readonly string[], to: readonly string[]): Difference => ({
  ...{ path, change: 'moved', from, to },
  message: `${path} stand in another order: ${to.join(', ')}`,
});

const MAX_SHOWN = 80;

function shown(value: unknown): string {
  const text = canonicalJson(value ?? null);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
