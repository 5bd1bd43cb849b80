/** Many clients and proxies do not read longer headers. */
const MAX_LENGTH = 4_000;

/** A page of a list, by its position. */
export interface PagePlace {
  total: number;
  limit: number;
  /** Items before it. */
  before: number;
}

/**
 * A `Link` header (RFC 8288) to the pages around this one, with the list's filters; undefined if there is no other
 * page. Links that would make it too long are omitted, `next` last of all.
 * @param url - of the request: `PUBLIC_URL`, never the host as named by the client, plus its path and query
 * @param parametersAt - the parameters of the page with this many items before it
 */
export function pageLinks(
  url: string,
  { total, limit, before }: PagePlace,
  parametersAt: (before: number) => Record<string, number>,
): string | undefined {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const places: [string, number][] = [];
  if (before + limit < total) places.push(['next', before + limit]);
  if (before > 0) places.push(['prev', Math.min(Math.max(0, before - limit), last)]);
  if (places.length > 0) places.push(['first', 0], ['last', last]);
  if (places.length === 0) return undefined;
  const linkTo = linksFrom(url);
  return joined(places.map(([relation, at]) => linkTo(relation, parametersAt(at))));
}

/** Writes single links of such a header, replacing the request's own parameters with these. @param url - as above */
export function linksFrom(
  url: string,
): (relation: string, parameters: Record<string, string | number>) => string {
  const [path, ...query] = url.split('?');
  const own = new URLSearchParams(query.join('?'));
  return (relation, parameters) => {
    for (const [name, value] of Object.entries(parameters)) own.set(name, String(value));
    return `<${path}?${own.toString()}>; rel="${relation}"`;
  };
}

function joined(links: string[]): string | undefined {
  const fitting: string[] = [];
  for (const each of links) if ([...fitting, each].join(', ').length <= MAX_LENGTH) fitting.push(each);
  return fitting.length > 0 ? fitting.join(', ') : undefined;
}
