import { subscribe } from 'node:diagnostics_channel';
import { type Socket } from 'node:net';
import { type TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

/** How the time of a request was spent, in whole milliseconds. Null for phases that a reused connection skips. */
export interface Phases {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  /** From the request to the status line of its answer. */
  firstByteMs: number | null;
}

export const NO_PHASES: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };

/** Contents of the receiver's certificate, if a connection failed because of it. */
interface PresentedCertificate {
  validTo: Date;
  validFrom: Date;
}

/** Phases of connections that have not carried a request yet. */
const fresh = new WeakMap<object, Phases>();
/** Details of failed connections, by their error. */
const failed = new WeakMap<object, { phases: Phases; certificate: PresentedCertificate | undefined }>();

/** Learns which connection its request is sent on. */
export interface Sender {
  onSocket(socket: Socket, phases: Phases | undefined): void;
}

let sender: Sender | undefined;

/** To be called when undici reports that a request starts: it names the connection immediately, in the same turn. */
export function nextSender(next: Sender): void {
  sender = next;
}

subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { socket: Socket };
  const phases = fresh.get(socket);
  fresh.delete(socket);
  sender?.onSocket(socket, phases);
  sender = undefined;
});

/** A connector for undici that measures name lookup, connect and TLS handshake; a tunnel brings its own times. */
export function measuringConnector(
  options: buildConnector.BuildOptions,
): (
  target: buildConnector.Options,
  callback: buildConnector.Callback,
  tunnel?: { phases: Partial<Phases> },
) => void {
  const connect = buildConnector(options) as (...args: Parameters<buildConnector.connector>) => Socket;
  return (target, callback, tunnel) => {
    const phases = { ...NO_PHASES, ...tunnel?.phases };
    let certificate: PresentedCertificate | undefined;
    const socket = connect(target, (...[error, connected]) => {
      if (error) {
        failed.set(error, { phases, certificate });
        callback(error, null);
      } else {
        fresh.set(connected, phases);
        callback(null, connected);
      }
    });
    let last = performance.now();
    const lap = () => Math.round(-last + (last = performance.now()));
    socket.once('lookup', () => (phases.dnsMs = lap()));
    socket.once('connect', () => (phases.connectMs = lap()));
    socket.once('secureConnect', () => (phases.tlsMs = lap()));
    // Before Node checks the certificate and, if it refuses it, drops it.
    socket.prependOnceListener('secure', () => (certificate = presentedBy(socket as TLSSocket)));
  };
}

/** Details of the connection that ended with `error`. */
export function failedConnection(error: unknown): {
  phases: Phases;
  certificate: PresentedCertificate | undefined;
} {
  const known = typeof error === 'object' && error !== null ? failed.get(error) : undefined;
  return known ?? { phases: NO_PHASES, certificate: undefined };
}

function presentedBy(socket: TLSSocket): PresentedCertificate | undefined {
  const { valid_from, valid_to } = socket.getPeerCertificate() ?? {};
  const certificate = { validFrom: new Date(valid_from), validTo: new Date(valid_to) };
  return Number.isNaN(certificate.validTo.getTime()) ? undefined : certificate;
}
