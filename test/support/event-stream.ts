/** A server-sent event as a browser reads it. */
export interface ServerSentEvent {
  type: string;
  data: string;
}

/** An open stream of server-sent events. */
export class EventStream {
  private constructor(
    readonly status: number,
    private readonly events: AsyncGenerator<ServerSentEvent>,
    private readonly abort: AbortController,
  ) {}

  /** Resolves when the server has answered, with or without a stream. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
    const abort = new AbortController();
    const response = await fetch(url, { headers, signal: abort.signal, redirect: 'manual' });
    return new EventStream(response.status, eventsIn(response.body!), abort);
  }

  /** The next event except pings; null once the server has ended the stream. */
  async nextEvent(): Promise<ServerSentEvent | null> {
    const { value, done } = await this.events.next();
    return done ? null : value;
  }

  /** The next step that a verification's session reports; null once the server has ended the stream. */
  async next(): Promise<string | null> {
    for (;;) {
      const event = await this.nextEvent();
      if (event?.data.startsWith('{')) return (JSON.parse(event.data) as { step: string }).step;
      if (event === null) return null;
    }
  }

  /** Disconnects, as a closed tab does. */
  leave(): void {
    this.abort.abort();
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(event)?.[1];
      const data = field('data');
      if (data !== undefined && field('event') !== 'ping') yield { type: field('event') ?? 'message', data };
    }
  }
}
