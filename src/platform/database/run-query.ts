/** Runs one SQL statement over any connection: TypeORM's, or a plain client where there is no application. */
export type RunQuery = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;
