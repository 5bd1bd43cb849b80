/** A node of `EXPLAIN (FORMAT JSON)`, as far as it is read here. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

export type ExplainedRow = Record<'QUERY PLAN', [{ Plan: PlanNode }]>;

/** The tables that a plan reads from end to end. */
export function sequentiallyScanned({ 'QUERY PLAN': [{ Plan }] }: ExplainedRow): string[] {
  const visit = (node: PlanNode): string[] => [
    ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name']!] : []),
    ...(node.Plans ?? []).flatMap(visit),
  ];
  return visit(Plan);
}
