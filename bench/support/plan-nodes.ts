/** The parts of an `EXPLAIN (FORMAT JSON)` node used here. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export type ExplainedRow = Record<'QUERY PLAN', [{ Plan: PlanNode }]>;

/** All nodes of a plan, from the top. */
function nodesOf({ 'QUERY PLAN': [{ Plan }] }: ExplainedRow): PlanNode[] {
  const visit = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(visit)];
  return visit(Plan);
}

/** Tables that a plan scans sequentially. */
export const sequentiallyScanned = (explained: ExplainedRow): string[] =>
  nodesOf(explained)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name']!);

/** The kinds of a plan's nodes, such as `Index Only Scan`, from the top. */
export const nodeTypes = (explained: ExplainedRow): string[] =>
  nodesOf(explained).map((node) => node['Node Type']);

/** The largest number of rows read by any node, as counted per run by `EXPLAIN (ANALYZE)`. */
export const mostRead = (explained: ExplainedRow): number =>
  Math.max(
    ...nodesOf(explained).map(
      (node) =>
        (node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0),
    ),
  );
