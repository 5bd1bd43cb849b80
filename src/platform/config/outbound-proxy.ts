import { splitList } from './cidr-list.js';
import { type Environment } from './environment.js';
import { readFlag } from './flag.js';
import { type OutboundProxy } from './settings.js';

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * The proxy for outbound connections: OUTBOUND_PROXY, otherwise HTTPS_PROXY. An empty OUTBOUND_PROXY means none,
 * whatever else is set.
 */
export function outboundProxy(env: Environment): OutboundProxy | undefined {
  const named = namedProxy(env);
  if (!named) return undefined;
  return {
    url: parseProxy(named.text)!,
    setting: named.setting,
    resolves: readFlag(env.OUTBOUND_PROXY_RESOLVES),
    // Spaces also separate entries, as in other programs.
    noProxy: splitList((env.NO_PROXY ?? '').replaceAll(/\s+/g, ',')),
  };
}

/** Problems of the proxy settings, one line each; never the address, which may contain a password. */
export function proxyProblems(env: Environment): string[] {
  const named = namedProxy(env);
  if (!named)
    return readFlag(env.OUTBOUND_PROXY_RESOLVES)
      ? ['OUTBOUND_PROXY must be set with OUTBOUND_PROXY_RESOLVES']
      : [];
  if (parseProxy(named.text)) return [];
  const way = named.setting === 'HTTPS_PROXY' ? '; set OUTBOUND_PROXY to use another one, or none' : '';
  return [
    `${named.setting} must be the http:// or https:// address of a proxy, such as http://proxy.example.com:3128${way}`,
  ];
}

function namedProxy({ OUTBOUND_PROXY, HTTPS_PROXY }: Environment) {
  if (OUTBOUND_PROXY !== undefined)
    return OUTBOUND_PROXY === '' ? undefined : ({ setting: 'OUTBOUND_PROXY', text: OUTBOUND_PROXY } as const);
  return HTTPS_PROXY === undefined ? undefined : ({ setting: 'HTTPS_PROXY', text: HTTPS_PROXY } as const);
}

/** Without a scheme it is http, as in other programs. */
function parseProxy(text: string): URL | undefined {
  const address = HAS_SCHEME.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '';
  return ['http:', 'https:'].includes(url.protocol) && isBare ? url : undefined;
}
