import { MalformedMessageError } from './message-channel.js';

/** A child's message to its parent. */
export type ChildAnswer<Output> =
  | { ok: true; output: Output }
  | { ok: false; message: string }
  /** Not the end: the child requests something that only its parent may know or do. */
  | { asks: unknown };

/** A parent's message to its child: a task, or the answer to a question. */
export type ParentMessage<Input> = { task: Input } | { given: unknown };

/** A compromised child must not fill the log. */
const MAX_MESSAGE_LENGTH = 1_000;

/**
 * Checks a child's message, which can be anything once a hostile file has taken over the child. Only the form is
 * checked: `output` and `asks` remain untrusted.
 * @throws MalformedMessageError
 */
export function asChildAnswer(message: unknown): ChildAnswer<unknown> {
  if (typeof message === 'object' && message !== null) {
    const { ok, output, message: fault, asks } = message as Record<string, unknown>;
    if (ok === true) return { ok, output };
    if (ok === false && typeof fault === 'string') return { ok, message: fault.slice(0, MAX_MESSAGE_LENGTH) };
    if (ok === undefined && asks !== undefined) return { asks };
  }
  throw new MalformedMessageError('sent a message that is neither an answer nor a question');
}
