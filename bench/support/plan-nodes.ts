/** The parts of a node of `EXPLAIN (FORMAT JSON)` that are used here. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

export type ExplainedRow = Record<'QUERY PLAN', [{ Plan: PlanNode }]>;

/** Tables that a plan scans sequentially. */
export function sequentiallyScanned({ 'QUERY PLAN': [{ Plan }] }: ExplainedRow): string[] {
  const visit = (node: PlanNode): string[] => [
    ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name']!] : []),
    ...(node.Plans ?? []).flatMap(visit),
  ];
  return visit(Plan);
}

/** The kinds of a plan's nodes, such as `Index Only Scan`, from the top. */
export function nodeTypes({ 'QUERY PLAN': [{ Plan }] }: ExplainedRow): string[] {
  const visit = (node: PlanNode): string[] => [node['Node Type'], ...(node.Plans ?? []).flatMap(visit)];
  return visit(Plan);
}
