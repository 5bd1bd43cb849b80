import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type WayOut } from './way-out.js';

/** Node agents for clients that accept no connector, with tunnels where the route leads through the proxy. */
export function routedAgents(
  options: AgentOptions,
  way: WayOut,
): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const [httpAgent, httpsAgent] = [new HttpAgent(options), new HttpsAgent(options)];
  route(httpAgent, way, '80', (_connect, _options, socket) => socket);
  route(httpsAgent, way, '443', (connect, asked, socket) => connect({ ...asked, socket } as Asked));
  return { httpAgent, httpsAgent };
}

type Connect = HttpAgent['createConnection'];
type Asked = Parameters<Connect>[0];
type Connection = NonNullable<ReturnType<Connect>>;

/** @param over - makes the connection over a tunnel */
function route(
  agent: HttpAgent,
  way: WayOut,
  usualPort: string,
  over: (connect: Connect, asked: Asked, tunnel: Connection) => ReturnType<Connect>,
): void {
  const connect: Connect = agent.createConnection.bind(agent);
  agent.createConnection = (asked, callback) => {
    way.open(asked.host ?? 'localhost', String(asked.port ?? usualPort)).then(
      (opened) => {
        const made = typeof opened === 'string' ? connect(asked) : over(connect, asked, opened.socket);
        callback?.(null, made!);
      },
      (error: Error) => callback?.(error, undefined as unknown as Connection),
    );
    return undefined;
  };
}
