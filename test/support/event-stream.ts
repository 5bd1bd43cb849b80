/** The steps reported by a session's server-sent events, as a browser reads them. */
export class EventStream {
  private constructor(
    private readonly steps: AsyncGenerator<string>,
    private readonly abort: AbortController,
  ) {}

  static async open(sessionUrl: string): Promise<EventStream> {
    const abort = new AbortController();
    const response = await fetch(`${sessionUrl}/events`, { signal: abort.signal });
    return new EventStream(stepsIn(response.body!), abort);
  }

  /** The next step; null once the server has ended the stream. */
  async next(): Promise<string | null> {
    const { value, done } = await this.steps.next();
    return done ? null : value;
  }

  /** Disconnects, as a closed tab does. */
  leave(): void {
    this.abort.abort();
  }
}

async function* stepsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: (\{.*\})$/m.exec(event)?.[1];
      if (data) yield (JSON.parse(data) as { step: string }).step;
    }
  }
}
