/** The x that minimizes |A x − b|, by the normal equations; null if A is singular. */
export function solveLeastSquares(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
): number[] | null {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0));
  rows.forEach((row, index) => {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) matrix[i]![j]! += row[i]! * row[j]!;
      matrix[i]![size]! += row[i]! * targets[index]!;
    }
  });
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    if (Math.abs(matrix[pivot]![column]!) < 1e-12) return null;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = matrix[row]![column]! / matrix[column]![column]!;
      for (let k = column; k <= size; k++) matrix[row]![k]! -= factor * matrix[column]![k]!;
    }
  }
  return matrix.map((row, index) => row[size]! / row[index]!);
}
