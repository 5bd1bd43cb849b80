import ipaddr from 'ipaddr.js';
import { type AddressRange, isWithin } from './public-address.js';

interface Name {
  /** In lower case, without the leading dot that names of whole domains may have. */
  name: string;
  /** Empty: any. */
  port: string;
}

const WITH_PORT = /^(.+?):(\d+)$/;

/**
 * Hosts that are reached without the proxy, with NO_PROXY interpreted as in other programs: names including
 * everything below them, addresses, ranges in CIDR notation, each optionally with a port, or `*` for all.
 */
export class NoProxy {
  private readonly isAll: boolean;
  private readonly ranges: AddressRange[];
  private readonly names: Name[];

  constructor(entries: readonly string[]) {
    this.isAll = entries.includes('*');
    this.ranges = entries
      .filter((entry) => ipaddr.isValidCIDR(entry))
      .map((entry) => ipaddr.parseCIDR(entry));
    this.names = entries.filter((entry) => !ipaddr.isValidCIDR(entry)).map(parseName);
  }

  /** @param host - a name or an address, without brackets @param port - never empty */
  covers(host: string, port: string): boolean {
    const wanted = host.toLowerCase().replace(/\.$/, '');
    return (
      this.isAll ||
      this.contains(host) ||
      this.names.some(
        ({ name, port: only }) =>
          (only === '' || only === port) && (wanted === name || wanted.endsWith(`.${name}`)),
      )
    );
  }

  /** Whether an address is in one of the ranges. */
  contains(address: string): boolean {
    return ipaddr.isValid(address) && isWithin(ipaddr.process(address), this.ranges);
  }
}

function parseName(entry: string): Name {
  const [, text = entry, port = ''] = ipaddr.isValid(entry) ? [] : (WITH_PORT.exec(entry) ?? []);
  return {
    name: text
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/^\*?\./, '')
      .replace(/\.$/, ''),
    port,
  };
}
