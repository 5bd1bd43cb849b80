/** A state machine as data: for each state, the states that may follow. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Whether the table allows this transition. */
export function canMove<State extends string>(table: Transitions<State>, from: State, to: State): boolean {
  return table[from].includes(to);
}

/** The states that may precede `to`, for the WHERE of a guarded UPDATE. */
export function sourcesOf<State extends string>(table: Transitions<State>, to: State): State[] {
  return (Object.keys(table) as State[]).filter((from) => canMove(table, from, to));
}

/** Thrown when code attempts a transition that the table does not allow: a bug, never the caller's fault. */
export class IllegalMoveError extends Error {}

/** @throws IllegalMoveError if the table does not allow the transition */
export function assertMove<State extends string>(table: Transitions<State>, from: State, to: State): void {
  if (!canMove(table, from, to)) throw new IllegalMoveError(`illegal move from ${from} to ${to}`);
}
