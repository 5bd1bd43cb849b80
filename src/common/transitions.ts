/** A state machine as data: for each state, the states it may move to. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Whether the table allows the move. */
export function canMove<State extends string>(table: Transitions<State>, from: State, to: State): boolean {
  return table[from].includes(to);
}

/** The states from which `to` can be reached in one move: what a guarded UPDATE names in its WHERE. */
export function sourcesOf<State extends string>(table: Transitions<State>, to: State): State[] {
  return (Object.keys(table) as State[]).filter((from) => canMove(table, from, to));
}

/** Thrown when code attempts a move that the table does not hold: a defect, never the caller's fault. */
export class IllegalMoveError extends Error {}

/** @throws IllegalMoveError where the table does not allow the move */
export function assertMove<State extends string>(table: Transitions<State>, from: State, to: State): void {
  if (!canMove(table, from, to)) throw new IllegalMoveError(`illegal move from ${from} to ${to}`);
}
