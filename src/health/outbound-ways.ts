import { connect } from 'node:net';
import { Injectable } from '@nestjs/common';
import { within } from '../common/within.js';
import { type OutboundProxy, Settings } from '../platform/config/settings.js';
import { type Route } from '../platform/http-client/outbound-routes.js';
import { type WayOut, wayToOwnServers } from '../platform/http-client/way-out.js';
import { type DoctorCheck, finding } from './domain/doctor-check.js';

const NAME = 'outbound connections';
const PATIENCE_MS = 5_000;

const WAYS: Record<Route['via'], string> = {
  proxy: 'through it',
  direct: 'directly (NO_PROXY)',
  allowed: 'directly (WEBHOOK_ALLOWED_CIDRS)',
};

/** Reports the outbound routes of webhooks, time stamps, sign-on and storage. */
@Injectable()
export class OutboundWays {
  constructor(private readonly settings: Settings) {}

  async examine(): Promise<DoctorCheck> {
    const { outboundProxy: proxy } = this.settings;
    if (!proxy) return { name: NAME, ok: true, message: 'directly, without a proxy' };
    const way = wayToOwnServers(this.settings, PATIENCE_MS)!;
    const parts = [`through ${proxy.url.origin} (${proxy.setting})`, ...this.exceptions(proxy)];
    const message = [...parts, ...(await this.ownServers(way))].join('; ');
    const problem = await unreachable(proxy.url);
    if (problem !== null)
      return finding(
        NAME,
        false,
        'proxy_unreachable',
        `the proxy cannot be reached (${problem}); ${message}`,
      );
    if (!proxy.resolves) return { name: NAME, ok: true, message: `${message}. Addresses are checked here` };
    const guard =
      'OUTBOUND_PROXY_RESOLVES: the proxy gets names, so only the proxy can refuse private addresses';
    return finding(NAME, null, 'proxy_resolves_names', `${message}. ${guard}`);
  }

  private exceptions({ noProxy }: OutboundProxy): string[] {
    const direct = [...this.settings.webhookAllowedCidrs, ...noProxy];
    return direct.length === 0 ? [] : [`directly to ${direct.join(', ')}`];
  }

  /** The routes to the servers named in settings. */
  private async ownServers(way: WayOut): Promise<string[]> {
    const { tsaUrl, s3 } = this.settings;
    const storage = s3 && (s3.endpoint ?? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`);
    const named: [string, string | undefined][] = [
      ['time stamps', tsaUrl],
      ['files', storage],
    ];
    return Promise.all(
      named.flatMap(([what, url]) =>
        url === undefined ? [] : routeTo(way, new URL(url)).then((how) => `${what} ${how}`),
      ),
    );
  }
}

async function routeTo({ routes }: WayOut, { hostname, port, protocol }: URL): Promise<string> {
  const usual = protocol === 'https:' ? '443' : '80';
  try {
    const { via } = await routes.to(hostname.replace(/^\[|\]$/g, ''), port || usual);
    return WAYS[via];
  } catch (error) {
    return `not at all: ${(error as Error).message}; add the host to NO_PROXY if it is in your network`;
  }
}

/** Why the proxy cannot be reached; null if it can. */
async function unreachable({ hostname, port, protocol }: URL): Promise<string | null> {
  const socket = connect(
    Number(port || (protocol === 'https:' ? 443 : 80)),
    hostname.replace(/^\[|\]$/g, ''),
  );
  try {
    return await within(
      PATIENCE_MS,
      (signal) =>
        new Promise<string | null>((resolve) => {
          signal.addEventListener('abort', () => resolve('no answer'));
          socket.once('connect', () => resolve(null));
          socket.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
        }),
    );
  } finally {
    socket.destroy();
  }
}
