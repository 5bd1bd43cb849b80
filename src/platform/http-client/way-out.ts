import { lookup } from 'node:dns';
import { type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { type Settings } from '../config/settings.js';
import { type Phases } from './connection-phases.js';
import { OutboundRoutes, type Route } from './outbound-routes.js';
import { openTunnel, type TunnelOptions } from './proxy-tunnel.js';
import { AddressPolicy } from './public-address.js';

/** A connection to a host through the proxy, and how long it took. */
export interface Tunnel {
  socket: Socket;
  phases: Pick<Phases, 'dnsMs' | 'connectMs'>;
}

/** The routes to other parties' servers when there is a proxy. */
export class WayOut {
  constructor(
    readonly routes: OutboundRoutes,
    private readonly tunnels: TunnelOptions,
  ) {}

  /**
   * @returns a tunnel, or how else the host is reached
   * @throws RefusedAddressError, ProxyError and what the lookup throws
   */
  async open(host: string, port: string): Promise<Tunnel | Exclude<Route['via'], 'proxy'>> {
    const begun = performance.now();
    const route = await this.routes.to(host, port);
    if (route.via !== 'proxy') return route.via;
    const found = performance.now();
    const socket = await openTunnel(route.hosts, port, this.tunnels);
    const connectMs = Math.round(performance.now() - found);
    return { socket, phases: { dnsMs: Math.round(found - begun), connectMs } };
  }
}

/**
 * The route to servers chosen by the operator, which may have any address. Undefined without a proxy.
 * @param timeoutMs - for the proxy to make a connection
 */
export function wayToOwnServers(
  { outboundProxy: proxy, webhookAllowedCidrs }: WaySettings,
  timeoutMs: number,
): WayOut | undefined {
  if (!proxy) return undefined;
  const routes = new OutboundRoutes(proxy, new AddressPolicy(webhookAllowedCidrs), lookup);
  return new WayOut(routes, { proxy: proxy.url, timeoutMs });
}

export type WaySettings = Pick<Settings, 'outboundProxy' | 'webhookAllowedCidrs'>;

/** A connector for undici to servers chosen by the operator. */
export function ownServersConnector(
  settings: WaySettings,
  options: buildConnector.BuildOptions & { timeout: number },
): buildConnector.connector {
  const direct = buildConnector(options);
  const way = wayToOwnServers(settings, options.timeout);
  return way ? routedConnector(way, { direct, allowed: direct }) : direct;
}

/** A connector that can use a tunnel. */
export type TunnelConnector = (
  target: buildConnector.Options,
  callback: buildConnector.Callback,
  tunnel?: Tunnel,
) => void;

/** Connects to each host by its route. */
export function routedConnector(
  way: WayOut,
  connectors: Record<'direct' | 'allowed', TunnelConnector>,
): buildConnector.connector {
  return (target, callback) => {
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    way.open(target.hostname, port).then(
      (opened) => {
        if (typeof opened === 'string') connectors[opened](target, callback);
        else if (target.protocol !== 'https:') callback(null, opened.socket);
        else connectors.direct({ ...target, httpSocket: opened.socket }, callback, opened);
      },
      (error: Error) => callback(error, null),
    );
  };
}
