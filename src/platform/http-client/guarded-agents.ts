import { type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { type Settings } from '../config/settings.js';
import { measuringConnector } from './connection-phases.js';
import { guardedLookup } from './guarded-lookup.js';
import { OutboundRoutes } from './outbound-routes.js';
import { type AddressPolicy } from './public-address.js';
import { trustedContext } from './trusted-context.js';
import { routedConnector, WayOut } from './way-out.js';

/** How long to wait before trying a name's next address in parallel. Node's 250 ms is too short across oceans. */
const NEXT_ADDRESS_MS = 2_000;

/** Connections to addresses chosen by callers. */
export interface GuardedAgents {
  /** To whatever the policy permits, through the proxy if there is one. */
  permitted: Agent;
  /** To the operator's ranges only. */
  allowed: Agent;
  /** Undefined without a proxy. */
  routes: OutboundRoutes | undefined;
}

export function guardedAgents(settings: Settings, policy: AddressPolicy, timeoutMs: number): GuardedAgents {
  const secureContext = trustedContext(settings.webhookCaFile);
  const connectorOf = (lookup: LookupFunction) =>
    measuringConnector({
      lookup,
      timeout: timeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      secureContext,
    });
  const lookup = guardedLookup(policy);
  const direct = connectorOf(lookup);
  const allowed = connectorOf(guardedLookup(policy.onlyAllowed));
  const { outboundProxy: proxy } = settings;
  const routes = proxy && new OutboundRoutes(proxy, policy, lookup);
  const way = routes && new WayOut(routes, { proxy: proxy.url, timeoutMs, secureContext });
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  return {
    permitted: new Agent({ ...limits, connect: way ? routedConnector(way, { direct, allowed }) : direct }),
    allowed: new Agent({ ...limits, connect: allowed }),
    routes,
  };
}
