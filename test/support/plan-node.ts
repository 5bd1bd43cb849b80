/** A node of `explain (analyze, format json)`. */
export interface PlanNode {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** The rows that a plan has read from the tables with matching names. */
export function rowsRead(node: PlanNode, tables: RegExp): number {
  const inner = (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, tables), 0);
  if (!tables.test(node['Relation Name'] ?? '')) return inner;
  return inner + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}
